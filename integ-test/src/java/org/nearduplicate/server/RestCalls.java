package org.nearduplicate.server;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.http.HttpHost;
import org.apache.http.entity.ContentType;
import org.apache.http.nio.entity.NStringEntity;
import org.apache.http.util.EntityUtils;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.RestClient;

/** Calls of the REST interface. Every answer is a value, an error's too. */
public final class RestCalls implements Closeable {

    private static final int TIMEOUT_MILLIS = Math.toIntExact(Await.LIMIT.toMillis());
    private static final ContentType LINES =
            ContentType.create("application/x-ndjson", StandardCharsets.UTF_8);

    /** Answers carry their warnings, so the client need not print them. Held, so that it stays set. */
    private static final Logger CLIENT_LOG = Logger.getLogger(RestClient.class.getName());

    static {
        CLIENT_LOG.setLevel(Level.SEVERE);
    }

    private final RestClient client;
    private final RequestOptions options;

    private RestCalls(RestClient client, RequestOptions options) {
        this.client = client;
        this.options = options;
    }

    /** @param addresses host and port of each node; calls go to one after the other */
    public static RestCalls to(List<String> addresses) {
        HttpHost[] hosts = addresses.stream().map(HttpHost::create).toArray(HttpHost[]::new);
        RestClient client = RestClient.builder(hosts)
                .setRequestConfigCallback(
                        config -> config.setConnectTimeout(TIMEOUT_MILLIS)
                                .setSocketTimeout(TIMEOUT_MILLIS))
                .build();
        return new RestCalls(client, RequestOptions.DEFAULT);
    }

    /** The same connection for another user; closing either closes it. */
    public RestCalls as(String user, String password) {
        RequestOptions.Builder as = RequestOptions.DEFAULT.toBuilder();
        as.addHeader("Authorization", basicAuthorization(user, password));
        return new RestCalls(client, as.build());
    }

    /** The same connection for nobody; closing either closes it. */
    public RestCalls anonymous() {
        return new RestCalls(client, RequestOptions.DEFAULT);
    }

    /** The same connection, whose calls have one more header; closing either closes it. */
    public RestCalls with(String header, String value) {
        RequestOptions.Builder with = options.toBuilder();
        with.addHeader(header, value);
        return new RestCalls(client, with.build());
    }

    public Answer call(String method, String path) throws IOException {
        return send(new Request(method, path));
    }

    public Answer call(String method, String path, String json) throws IOException {
        Request request = new Request(method, path);
        request.setJsonEntity(json);
        return send(request);
    }

    /** A call that another thread waits for. */
    public CompletableFuture<Answer> callAsync(String method, String path, String json) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return call(method, path, json);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Posts on a connection of its own, by whose end the caller goes away; its answer is not read. */
    public static Socket post(String address, String path, byte[] json) throws IOException {
        int colon = address.lastIndexOf(':');
        Socket socket = new Socket(
                address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        String head = "POST " + path + " HTTP/1.1\r\nHost: test\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + json.length + "\r\n\r\n";
        OutputStream out = socket.getOutputStream();
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(json);
        out.flush();
        return socket;
    }

    /** Sets something of the cluster, for as long as it lives; null for what is usual. */
    public Answer setting(String name, Object value) throws IOException {
        return call(
                "PUT", "/_cluster/settings",
                Json.of(Map.of("persistent", Collections.singletonMap(name, value))));
    }

    /** A call whose body is one JSON object a line, as {@code _bulk} and {@code _msearch} want. */
    public Answer callLines(String method, String path, String lines) throws IOException {
        Request request = new Request(method, path);
        request.setEntity(new NStringEntity(lines, LINES));
        return send(request);
    }

    @Override
    public void close() throws IOException {
        client.close();
    }

    static String basicAuthorization(String user, String password) {
        byte[] credentials = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(credentials);
    }

    private Answer send(Request request) throws IOException {
        request.setOptions(options);
        Response response;
        try {
            response = client.performRequest(request);
        } catch (ResponseException e) {
            response = e.getResponse();
        }
        String text = response.getEntity() == null
                ? ""
                : EntityUtils.toString(response.getEntity(), StandardCharsets.UTF_8);
        return new Answer(response.getStatusLine().getStatusCode(), text, response.getWarnings());
    }
}
