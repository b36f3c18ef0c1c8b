package org.nearduplicate.elasticsearch;

import java.util.HashMap;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentType;

/** Requests over HTTP that were never sent. */
public final class Requests {

    private Requests() {}

    /** Returns a request that has a JSON body. */
    public static RestRequest of(NamedXContentRegistry registry, String body) {
        return of(registry, body, Map.of());
    }

    /** Returns a request that has a JSON body, or none if it is null, and parameters in its URL. */
    public static RestRequest of(
            NamedXContentRegistry registry, String body, Map<String, String> parameters) {
        FakeRestRequest.Builder request = new FakeRestRequest.Builder(registry)
                .withMethod(RestRequest.Method.POST)
                .withParams(new HashMap<>(parameters));
        if (body != null) {
            request.withContent(new BytesArray(body), XContentType.JSON);
        }
        return request.build();
    }
}
