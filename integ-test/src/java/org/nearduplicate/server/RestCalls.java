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

    public Answer post(String path, Map<String, ?> body) throws IOException {
        return call("POST", path, Json.of(body));
    }

    public Answer put(String path, Map<String, ?> body) throws IOException {
        return call("PUT", path, Json.of(body));
    }

    /** Posts on a thread of its own. */
    public CompletableFuture<Answer> postAsync(String path, Map<String, ?> body) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return post(path, body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Posts on a connection of its own. The caller closes it without reading an answer. */
    public static Socket postOnSocket(String address, String path, Map<String, ?> body)
            throws IOException {
        int colon = address.lastIndexOf(':');
        byte[] json = Json.of(body).getBytes(StandardCharsets.UTF_8);
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

    /** Sets a setting of the cluster, or resets it if the value is null. */
    public Answer setting(String name, Object value) throws IOException {
        return put(
                "/_cluster/settings",
                Map.of("persistent", Collections.singletonMap(name, value)));
    }

    /** A call whose body is one JSON object a line, as {@code _bulk} and {@code _msearch} want. */
    public Answer callLines(String method, String path, String lines) throws IOException {
        Request request = new Request(method, path);
        request.setEntity(new NStringEntity(lines, LINES));
        return send(request);
    }

    /**
     * Indexes documents in one request, and checks that all were written.
     *
     * @param path of the request
     * @param sources by the identifiers of the documents
     */
    public void bulk(String path, Map<String, ? extends Map<String, ?>> sources)
            throws IOException {
        StringBuilder lines = new StringBuilder();
        sources.forEach((id, source) -> {
            lines.append(Json.of(Map.of("index", Map.of("_id", id)))).append('\n');
            lines.append(Json.of(source)).append('\n');
        });
        Answer answer = callLines("POST", path, lines.toString()).ok();
        if (Boolean.TRUE.equals(answer.at("errors"))) {
            throw new AssertionError(answer.text());
        }
    }

    /** Sends searches of an index in one request, and returns the response to each. */
    public List<Map<?, ?>> searches(String index, List<? extends Map<String, ?>> bodies)
            throws IOException {
        StringBuilder lines = new StringBuilder();
        bodies.forEach(body -> lines.append("{}\n").append(Json.of(body)).append('\n'));
        return callLines("POST", "/" + index + "/_msearch", lines.toString())
                .ok()
                .objects("responses");
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
