"""Stands in for the official client where that is not installed: just what docs/guide/python.md uses."""

import json
import urllib.error
import urllib.request

JSON = {"accept": "application/json", "content-type": "application/json"}


class ApiError(Exception):
    """An answer with a status of 400 or more."""


class Elasticsearch:
    def __init__(self, url):
        self.url = url

    def perform_request(self, method, path, *, headers, body=None):
        data = None if body is None else json.dumps(body).encode()
        return self._send(method, path, headers, data)

    def bulk(self, *, operations, index=None, pipeline=None, refresh=False):
        path = f"/{index}/_bulk" if index else "/_bulk"
        path += f"?refresh={str(refresh).lower()}" + (f"&pipeline={pipeline}" if pipeline else "")
        lines = "".join(json.dumps(operation) + "\n" for operation in operations)
        return self._send("POST", path, JSON | {"content-type": "application/x-ndjson"}, lines.encode())

    def search(self, *, index=None, **body):
        given = {name: value for name, value in body.items() if value is not None}
        path = f"/{index}/_search" if index else "/_search"
        return self.perform_request("POST", path, headers=JSON, body=given)

    def _send(self, method, path, headers, data):
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=900) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise ApiError(error.code, error.read().decode()) from None
