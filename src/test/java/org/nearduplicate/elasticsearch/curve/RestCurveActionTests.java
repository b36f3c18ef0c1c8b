package org.nearduplicate.elasticsearch.curve;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.RestRequest.Method;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;
import org.elasticsearch.xcontent.XContentType;
import org.junit.Before;
import org.nearduplicate.elasticsearch.CapturedChannel;
import org.nearduplicate.page.Page;
import org.nearduplicate.page.Pages;

/** The request over HTTP, with and without a body, and the formats of its answer. */
public class RestCurveActionTests extends RestActionTestCase {

    private static final String BODY = "{\"bands\": 42, \"rows\": 3}";
    private static final Map<String, String> QUERY_STRING = Map.of("bands", "42", "rows", "3");
    private static final String ANSWER =
            "{\"bands\":42,\"rows\":3,\"hash_count\":192,\"hashes_used\":126,";

    private String accept = "*/*";

    @Before
    public void registerHandler() {
        controller().registerHandler(new RestCurveAction());
        verifyingClient.setExecuteVerifier((action, request) -> {
            throw new AssertionError("asked for " + action);
        });
    }

    public void testName() {
        assertThat(new RestCurveAction().getName(), equalTo("near_duplicate_curve"));
    }

    public void testQueryStringOrBody() {
        for (Method method : List.of(Method.GET, Method.POST)) {
            assertAnswer(ANSWER, send(method, QUERY_STRING, null));
            assertAnswer(ANSWER, send(method, Map.of(), BODY));
            assertAnswer(ANSWER, send(method, Map.of("rows", "3"), "{\"bands\": 42}"));
            assertAnswer(ANSWER, send(method, QUERY_STRING, BODY));
            assertAnswer("{\"bands\":16,\"rows\":6,", send(method, Map.of(), null));
            assertAnswer("{\"bands\":16,\"rows\":6,", send(method, Map.of(), "{}"));
        }
    }

    public void testFormats() {
        for (String format : List.of("json", "", " ", "JSON")) {
            assertAnswer(ANSWER, send(Method.GET, with("format", format), null));
        }
        RestResponse yaml = send(Method.GET, with("format", "yaml"), null);
        assertThat(yaml.contentType(), equalTo("application/yaml"));
        assertThat(yaml.content().utf8ToString(), startsWith("---\nbands: 42\n"));
        assertThat(
                send(Method.GET, with("format", "cbor"), null).contentType(),
                equalTo("application/cbor"));
        assertThat(
                send(Method.GET, with("format", "smile"), null).contentType(),
                equalTo("application/smile"));
    }

    public void testPage() throws IOException {
        Map<String, String> parameters = with("format", "html");
        parameters.put("similarity", "0.5");
        RestResponse page = send(Method.GET, parameters, null);
        assertThat(page.status(), equalTo(RestStatus.OK));
        assertThat(page.contentType(), equalTo("text/html; charset=utf-8"));
        parameters.remove("format");
        String json = send(Method.GET, parameters, null).content().utf8ToString();
        String html = page.content().utf8ToString();
        String asked = Pages.data(html, "request");
        assertThat(asked, startsWith("{\"method\":\"GET\",\"uri\":\"/_near_duplicate/curve"));
        assertThat(html, equalTo(Pages.html(Page.CURVE, asked, json)));
    }

    /** As for all of Elasticsearch, the parameter goes before the header. */
    public void testFormatAndAccept() {
        accept = "application/yaml";
        assertThat(
                send(Method.GET, QUERY_STRING, null).contentType(), equalTo("application/yaml"));
        assertAnswer(ANSWER, send(Method.GET, with("format", "json"), null));
        assertThat(
                send(Method.GET, with("format", "html"), null).contentType(),
                equalTo("text/html; charset=utf-8"));
        accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8";
        assertAnswer(ANSWER, send(Method.GET, QUERY_STRING, null));
        assertAnswer(ANSWER, send(Method.GET, with("format", "json"), null));
    }

    public void testWrongFormats() {
        for (String format : List.of("svg", "pdf", "HTML", "txt", "text")) {
            assertRefused(
                    "[format] must be one of [json, yaml, cbor, smile, html], got [" + format + "]",
                    send(Method.GET, with("format", format), null));
        }
        assertRefused("[format]", send(Method.GET, QUERY_STRING, "{\"format\": \"html\"}"));
    }

    public void testRefusals() {
        assertRefused(
                "[bands] and [rows] must be given together",
                send(Method.GET, Map.of("bands", "42"), null));
        assertRefused(
                "contains unrecognized parameter: [band] -> did you mean",
                send(Method.GET, Map.of("band", "42"), null));
        assertRefused(
                "[bands] must be the same in query string and body, got [42] and [43]",
                send(Method.GET, QUERY_STRING, "{\"bands\": 43}"));
        assertRefused("unknown field [band]", send(Method.POST, Map.of(), "{\"band\": 42}"));
        assertRefused(
                "[recall] must be a number in (0,1), got [1]",
                send(Method.GET, Map.of("recall", "1", "format", "html"), null));
        assertRefused(
                "cannot both be met",
                send(Method.GET, Map.of("noise_similarity", "0.79", "format", "html"), null));
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> parameters = new HashMap<>(QUERY_STRING);
        parameters.put(name, value);
        return parameters;
    }

    private static void assertAnswer(String start, RestResponse response) {
        assertThat(response.content().utf8ToString(), startsWith(start));
        assertThat(response.status(), equalTo(RestStatus.OK));
        assertThat(response.contentType(), equalTo("application/json"));
    }

    private static void assertRefused(String message, RestResponse response) {
        assertThat(response.status(), equalTo(RestStatus.BAD_REQUEST));
        assertThat(response.contentType(), equalTo("application/json"));
        assertThat(response.content().utf8ToString(), containsString(message));
    }

    private RestResponse send(Method method, Map<String, String> parameters, String body) {
        FakeRestRequest.Builder builder = new FakeRestRequest.Builder(xContentRegistry())
                .withMethod(method)
                .withPath("/_near_duplicate/curve")
                .withHeaders(new HashMap<>(Map.of("Accept", List.of(accept))))
                .withParams(new HashMap<>(parameters));
        if (body != null) {
            builder.withContent(new BytesArray(body), XContentType.JSON);
        }
        FakeRestRequest request = builder.build();
        CapturedChannel channel = new CapturedChannel(request);
        controller().dispatchRequest(request, channel, new ThreadContext(Settings.EMPTY));
        // Open channels are remembered in this JVM, and later test clusters complain of them.
        request.getHttpChannel().close();
        return channel.capturedResponse();
    }
}
