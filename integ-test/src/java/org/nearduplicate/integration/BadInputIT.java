package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Errors that only a server gives. Smaller tests check wrong values, and {@link GuardsIT} the bounds of numbers. */
public class BadInputIT {

    private static RestCalls rest;
    private static TestIndex index;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        index = TestIndex.create(rest, "bad-input", Map.of("similarity", 0.6));
        index.put("1", "some text that is there to be found again").ok();
    }

    @Test
    public void exactWithoutSourceAndWithoutShingles() throws IOException {
        TestIndex.createWithoutSource(
                rest, "bad-source", Map.of(TestIndex.FIELD, TestIndex.minHash(Map.of())));
        TestIndex.send(rest, "groups", "bad-source", Map.of("verify", "exact")).refused(400,
                "[verify] [exact] needs the texts of [near] from [_source]",
                "or shingle sets, which a field with [exact] true stores");
    }

    @Test
    public void reasonsAreInTheTopLine() throws IOException {
        Answer answer = index.near(Map.of("like", "a text", "min_similarity", 80));
        for (Object top : List.of(
                answer.at("error", "reason"), answer.at("error", "root_cause", 0, "reason"))) {
            assertThat(
                    (String) top,
                    containsString("[min_similarity] must be a number in (0,1], got [80]"));
        }
    }

    @Test
    public void whatManyTryFirstLeadsOn() throws IOException {
        TestIndex.createWith(
                rest, "bad-text", TestIndex.settings(1),
                Map.of(
                        "body",
                        Map.of(
                                "type", "text", "fields",
                                Map.of("near", Map.of("type", "minhash")))));
        near(Map.of("body.near", "a text"),
                "unknown field [body.near], must be one of [field, like,");
        near(Map.of("field", "body", "like", "a text"), "did you mean [body.near]?");
        near(
                Map.of("field", "body.near", "like", List.of(Map.of("_id", "1"))),
                "with a clause of [dis_max] for each of several, got [START_OBJECT] in an array");
        near(
                Map.of("field", "body.near", "like", "a text", "min_similarity", 80),
                "got [80]: 80% is [0.80]");
        rest.post("/bad-text/_search", Map.of("collapse", Map.of("field", "body.near")))
                .refused(400, "use the retriever [near_duplicate_collapse]");
        GroupsAnswer.send(rest, "bad-input", Map.of("keep", "oldest"))
                .refused(400, "for the oldest, got [oldest]");
        GroupsAnswer.send(rest, "bad-text", Map.of("field", "body"))
                .refused(400, "did you mean [body.near]?");
        rest.post(
                "/bad-text/_near_duplicate/compare", Map.of("field", "body", "a", "x", "b", "y"))
                .refused(400, "did you mean [body.near]?");
    }

    private static void near(Map<String, ?> query, String reason) throws IOException {
        rest.post("/bad-text/_search", Map.of("query", Map.of("near_duplicate", query)))
                .refused(400, reason);
    }

    /** Elasticsearch itself refuses them, by a status of its own. */
    @Test
    public void contentTypes() throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder()
                .header("Content-Type", "text/plain")
                .method("POST", HttpRequest.BodyPublishers.ofString("{}"));
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String path : List.of(
                    "bad-input/_near_duplicate/groups", "bad-input/_near_duplicate/chain",
                    "bad-input/_near_duplicate/compare", "bad-input/_near_duplicate/tune",
                    "_near_duplicate/curve")) {
                HttpResponse<String> answer = client.send(
                        request.uri(URI.create(
                                "http://" + SharedCluster.ONE_NODE.node().address() + "/" + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertEquals(answer.body(), 406, answer.statusCode());
                assertThat(answer.body(), containsString("Content-Type header [text/plain]"));
            }
        }
    }

    @Test
    public void anObjectIsNoText() throws IOException {
        index.put("object", Map.of("a", "b")).refused(400);
    }
}
