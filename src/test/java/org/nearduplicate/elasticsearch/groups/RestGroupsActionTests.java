package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.nullValue;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.RestHandler.Route;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;
import org.elasticsearch.xcontent.XContentType;
import org.junit.Before;
import org.nearduplicate.elasticsearch.CapturedChannel;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.groups.GroupsCounts;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.page.Pages;

/** The request over HTTP becomes a request for groups; whether the answer is waited for. */
public class RestGroupsActionTests extends RestActionTestCase {

    private static final String PATH = "/news,old-*/_near_duplicate/groups";
    private static final String BODY = "{\"field\": \"f\"}";
    private static final GroupsResponse ANSWER =
            new GroupsResponse(
                    42, 1, List.of(), 0.8, Verify.EXACT, 0.99,
                    new GroupsCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                    List.of(), ListedFields.NONE, null, null);

    private LocalRequest<?> asked;

    @Before
    public void registerHandler() {
        controller().registerHandler(new RestGroupsAction());
        verifyingClient.setExecuteLocallyVerifier((action, request) -> {
            assertThat(action, equalTo(TransportGroupsAction.TYPE));
            asked = (LocalRequest<?>) request;
            return ANSWER;
        });
    }

    public void testRoute() {
        List<Route> routes = new RestGroupsAction().routes();
        assertThat(
                routes.stream().map(route -> route.getMethod() + " " + route.getPath()).toList(),
                equalTo(
                        List.of(
                                "GET /{index}/_near_duplicate/groups",
                                "POST /{index}/_near_duplicate/groups")));
        assertThat(new RestGroupsAction().getName(), equalTo("near_duplicate_groups"));
    }

    public void testRequest() {
        RestResponse response = send(BODY, Map.of());
        assertThat(response.status(), equalTo(RestStatus.OK));
        assertThat(asked.indices(), equalTo(new String[] {"news", "old-*"}));
        assertThat(asked.parameters(), equalTo(RandomGroups.parameters(null)));
        assertThat(asked.indicesOptions(),
                equalTo(SearchRequest.DEFAULT_INDICES_OPTIONS));
        assertThat(response.content().utf8ToString(), containsString("\"took\":42"));
        assertFalse("the answer is not kept", asked.keepsResult());
    }

    public void testIndicesOptions() {
        send(
                BODY,
                Map.of("ignore_unavailable", "true", "allow_no_indices", "false",
                        "expand_wildcards", "open,hidden"));
        IndicesOptions options = asked.indicesOptions();
        assertTrue(options.ignoreUnavailable());
        assertFalse(options.allowNoIndices());
        assertTrue(options.expandWildcardsHidden());
        assertFalse(options.expandWildcardsClosed());
    }

    public void testWaitForCompletion() {
        assertWaits(true, BODY, Map.of());
        assertWaits(false, BODY, Map.of("wait_for_completion", "false"));
        assertWaits(true, BODY, Map.of("wait_for_completion", ""));
    }

    public void testGetOnlyReads() {
        RestResponse response = send(RestRequest.Method.GET, BODY, Map.of());
        assertThat(response.status(), equalTo(RestStatus.OK));
        asked = null;
        for (RestResponse refused : List.of(
                send(RestRequest.Method.GET, BODY, Map.of("wait_for_completion", "false")),
                send(
                        RestRequest.Method.GET,
                        "{\"field\": \"f\", \"dest\": {\"index\": \"d\"}}", Map.of()))) {
            assertThat(refused.status(), equalTo(RestStatus.BAD_REQUEST));
            assertThat(
                    refused.content().utf8ToString(),
                    containsString("needs the method [POST], as something is written, got [GET]"));
        }
        assertThat(asked, nullValue());
    }

    public void testBodyInTheUrl() {
        RestResponse response = send(
                RestRequest.Method.GET, null,
                Map.of("source", BODY, "source_content_type", "application/json"));
        assertThat(response.status(), equalTo(RestStatus.OK));
        assertThat(asked.parameters(), equalTo(RandomGroups.parameters(null)));
        assertRefused(BODY, Map.of("source", BODY), "unrecognized parameter: [source]");
    }

    public void testNothingIsAskedByAWrongRequest() {
        assertRefused("{}", Map.of(), "[field] must be given, got [null]");
        assertRefused("{\"field\": \"f\", \"min\": 1}", Map.of(), "unknown field [min]");
        assertRefused("{\"field\": ", Map.of(), "Unexpected end-of-input");
        assertRefused("", Map.of(), "[field] must be given, got [null]");
        assertRefused(BODY, Map.of("wait_for_completion", "maybe"),
                "[wait_for_completion] must be [true] or [false], got [maybe]");
        assertRefused(BODY, Map.of("size", "3"), "contains unrecognized parameter: [size]");
    }

    /** A page shows texts, whatever else is asked of documents. */
    public void testPage() throws IOException {
        String body = "{\"field\": \"f\", \"fields\": [\"title\"]}";
        RestResponse page = send(body, Map.of("format", "html"));
        assertThat(page.status(), equalTo(RestStatus.OK));
        assertThat(page.contentType(), equalTo("text/html; charset=utf-8"));
        assertThat(
                ((GroupsParameters) asked.parameters()).fields(),
                equalTo(List.of(
                        new FieldAndFormat("title", null),
                        new FieldAndFormat("f", null, true))));
        String json = send(body, Map.of("format", "json")).content().utf8ToString();
        assertThat(
                ((GroupsParameters) asked.parameters()).fields(),
                equalTo(List.of(new FieldAndFormat("title", null))));
        assertThat(
                Pages.data(page.content().utf8ToString(), "request")
                        .replaceFirst(",\"time\":\"[^\"]*\"", ""),
                equalTo("{\"method\":\"POST\",\"uri\":\"" + PATH
                        + "\",\"body\":{\"field\":\"f\",\"fields\":[\"title\"]}}"));
        assertThat(Pages.data(page.content().utf8ToString(), "answer"), equalTo(json));
        assertRefused(
                body, Map.of("format", "html", "wait_for_completion", "false"),
                "[format] [html] needs [wait_for_completion] [true], got [false]");
        assertRefused(
                body, Map.of("format", "svg"),
                "[format] must be one of [json, yaml, cbor, smile, html], got [svg]");
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
        return send(RestRequest.Method.POST, body, parameters);
    }

    private RestResponse send(
            RestRequest.Method method, String body, Map<String, String> parameters) {
        FakeRestRequest.Builder builder = new FakeRestRequest.Builder(xContentRegistry())
                .withMethod(method)
                .withPath(PATH)
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
