package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.RestHandler.Route;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;
import org.elasticsearch.xcontent.XContentType;
import org.junit.Before;
import org.nearduplicate.elasticsearch.CapturedChannel;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.page.Page;
import org.nearduplicate.page.Pages;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.Tunings;

/** The request over HTTP becomes a request to tune; in which format it is answered, and when. */
public class RestTuneActionTests extends RestActionTestCase {

    private static final String BODY = "{\"field\": \"body\"}";
    private final TuneResponse answer =
            new TuneResponse(
                    42,
                    Tunings.sample("body", null),
                    0,
                    new Objective(Objective.Kind.SIGNATURE_F1, 0.99, 0.01),
                    0,
                    Tunings.tuning(random(), 3, true, "standard"));

    private LocalRequest<?> asked;

    @Before
    public void registerHandler() {
        controller().registerHandler(new RestTuneAction());
        verifyingClient.setExecuteLocallyVerifier((action, request) -> {
            assertThat(action, equalTo(TransportTuneAction.TYPE));
            asked = (LocalRequest<?>) request;
            return answer;
        });
    }

    public void testRoute() {
        List<Route> routes = new RestTuneAction().routes();
        assertThat(
                routes.stream().map(route -> route.getMethod() + " " + route.getPath()).toList(),
                equalTo(
                        List.of(
                                "GET /{index}/_near_duplicate/tune",
                                "POST /{index}/_near_duplicate/tune")));
        assertThat(new RestTuneAction().getName(), equalTo("near_duplicate_tune"));
    }

    public void testRequest() {
        RestResponse response = send(BODY, Map.of());
        assertThat(response.status(), equalTo(RestStatus.OK));
        assertThat(asked.indices(), equalTo(new String[] {"news", "old-*"}));
        assertThat(asked.parameters(), equalTo(TuneRequests.parameters("")));
        assertThat(asked.indicesOptions(), equalTo(SearchRequest.DEFAULT_INDICES_OPTIONS));
        assertFalse("the answer is not kept", asked.keepsResult());
        assertThat(response.contentType(), equalTo("application/json"));
        assertThat(response.content().utf8ToString(), startsWith("{\"took\":42,"));
    }

    public void testIndicesOptions() {
        send(BODY, Map.of("ignore_unavailable", "true", "allow_no_indices", "false"));
        assertTrue(asked.indicesOptions().ignoreUnavailable());
        assertFalse(asked.indicesOptions().allowNoIndices());
    }

    public void testFormats() throws IOException {
        RestResponse html = send(BODY, Map.of("format", "html"));
        assertThat(html.status(), equalTo(RestStatus.OK));
        assertThat(html.contentType(), equalTo("text/html; charset=utf-8"));
        String json = send(BODY, Map.of()).content().utf8ToString();
        String page = html.content().utf8ToString();
        String asked = Pages.data(page, "request");
        assertThat(asked, containsString(",\"body\":{\"field\":\"body\""));
        assertThat(page, equalTo(Pages.html(Page.TUNE, asked, json)));
        for (String format : List.of("json", "", " ", "JSON")) {
            assertThat(
                    send(BODY, Map.of("format", format)).contentType(),
                    equalTo("application/json"));
        }
        RestResponse yaml = send(BODY, Map.of("format", "yaml"));
        assertThat(yaml.contentType(), equalTo("application/yaml"));
        assertThat(yaml.content().utf8ToString(), startsWith("---\ntook: 42\n"));
        for (String format : List.of("svg", "pdf", "HTML")) {
            assertRefused(BODY, Map.of("format", format),
                    "[format] must be one of [json, yaml, cbor, smile, html], got [" + format
                            + "]");
        }
    }

    public void testWaitForCompletion() {
        assertWaits(true, BODY, Map.of());
        assertWaits(false, BODY, Map.of("wait_for_completion", "false"));
        assertWaits(true, BODY, Map.of("wait_for_completion", "true"));
        assertWaits(false, BODY, Map.of("wait_for_completion", "false", "format", "json"));
    }

    public void testAPageIsNotKept() {
        assertRefused(
                BODY, Map.of("format", "html", "wait_for_completion", "false"),
                "[format] [html] needs [wait_for_completion] [true], got [false]");
    }

    public void testNothingIsAskedByAWrongRequest() {
        assertRefused("{}", Map.of(), "[field] must be given, got [null]");
        assertRefused("{\"field\": \"f\", \"min\": 1}", Map.of(), "unknown field [min]");
        assertRefused("", Map.of(), "[field] must be given, got [null]");
        assertRefused(BODY, Map.of("wait_for_completion", "maybe"),
                "[wait_for_completion] must be [true] or [false], got [maybe]");
        assertRefused(BODY, Map.of("seed", "3"), "contains unrecognized parameter: [seed]");
    }

    private void assertWaits(boolean waits, String body, Map<String, String> parameters) {
        RestResponse response = send(body, parameters);
        assertThat(response.status(), equalTo(RestStatus.OK));
        assertThat(asked.keepsResult(), equalTo(waits == false));
        assertThat(
                response.content().utf8ToString(),
                waits
                        ? containsString("\"took\":42")
                        : matchesPattern("\\{\"task\":\"" + verifyingClient.getLocalNodeId()
                                + ":\\d+\"}"));
    }

    private void assertRefused(String body, Map<String, String> parameters, String message) {
        asked = null;
        RestResponse response = send(body, parameters);
        assertThat(asked, nullValue());
        assertThat(response.status(), equalTo(RestStatus.BAD_REQUEST));
        assertThat(response.content().utf8ToString(), containsString(message));
    }

    private RestResponse send(String body, Map<String, String> parameters) {
        FakeRestRequest request = new FakeRestRequest.Builder(xContentRegistry())
                .withMethod(RestRequest.Method.POST)
                .withPath("/news,old-*/_near_duplicate/tune")
                .withParams(new HashMap<>(parameters))
                .withContent(new BytesArray(body), XContentType.JSON)
                .build();
        CapturedChannel channel = new CapturedChannel(request);
        controller().dispatchRequest(request, channel, new ThreadContext(Settings.EMPTY));
        // Open channels are remembered in this JVM, and later test clusters complain of them.
        request.getHttpChannel().close();
        return channel.capturedResponse();
    }
}
