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
