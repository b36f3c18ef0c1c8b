package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/**
 * Two fields of one text, of which one stores its shingles: with {@code verify: exact} both give the same
 * answers, similarities of the windows of which the texts are made.
 */
public class SourceVerificationIT {

    private static final String INDEX = "from-source";
    private static final int DOCUMENTS = 60;
    private static final int WORDS = 100;

    private static RestCalls rest;
    private static TestIndex index;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedServer.rest();
        Map<String, ?> fields = Map.of(
                "near", TestIndex.minHash(Map.of("similarity", 0.6)),
                "kept", TestIndex.minHash(Map.of("similarity", 0.6, "exact", true)));
        index = TestIndex.createWith(
                rest, INDEX, Map.of("number_of_shards", 2, "number_of_replicas", 0),
                Map.of("body", Map.of("type", "text", "fields", fields)));
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            sources.put("d" + i, Map.of("body", text(i)));
        }
        index.putSources(sources, "");
    }

    /** Three texts; within each the windows move on word by word, and every fourth one comes twice. */
    private static String text(int document) {
        return Texts.window("t" + document % 3, from(document), WORDS);
    }

    private static double jaccard(int a, int b) {
        int distance = Math.abs(from(a) - from(b));
        double shingles = WORDS - 2;
        return a % 3 == b % 3 ? (shingles - distance) / (shingles + distance) : 0;
    }

    private static int from(int document) {
        int window = document / 3;
        return window - (window % 4 == 3 ? 1 : 0);
    }

    @Test
    public void searches() throws IOException {
        int hits = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            Map<String, Float> fromSource =
                    TestIndex.scores(search("near", text(i), Map.of()));
            assertEquals(TestIndex.scores(search("kept", text(i), Map.of())), fromSource);
            for (Map.Entry<String, Float> hit : fromSource.entrySet()) {
                int other = Integer.parseInt(hit.getKey().substring(1));
                assertEquals(jaccard(i, other), hit.getValue(), 1e-6);
            }
            hits += fromSource.size();
        }
        assertThat(hits, greaterThan(10 * DOCUMENTS));
    }

    @Test
    public void totalsBestHitsAndExplanations() throws IOException {
        for (String field : List.of("near", "kept")) {
            Answer all = search(field, text(0), Map.of());
            Answer count = search(field, text(0), Map.of("size", 0));
            assertEquals(all.at("hits", "total", "value"), count.ok().at("hits", "total", "value"));
            Answer best = search(field, text(0), Map.of("size", 3, "track_total_hits", false));
            assertEquals(3, TestIndex.scores(best).size());
            assertThat(TestIndex.scores(best).values(), hasItem(1f));
            Answer explained = search(field, text(0), Map.of("size", 3, "explain", true));
            assertEquals(
                    explained.ok().at("hits", "hits", 2, "_score"),
                    explained.at("hits", "hits", 2, "_explanation", "value"));
        }
    }

    @Test
    public void groups() throws IOException {
        assertEquals(groups("kept").findings(), groups("near").findings());
        assertThat(groups("near").groups().size(), greaterThan(2));
    }

    @Test
    public void chains() throws IOException {
        Answer kept = chain("kept");
        assertThat(((List<?>) kept.at("links")).size(), greaterThan(2));
        assertEquals(kept.at("links"), chain("near").at("links"));
    }

    private static GroupsAnswer groups(String field) throws IOException {
        return GroupsAnswer.ask(
                rest, INDEX,
                Map.of(
                        "field", "body." + field, "verify", "exact", "pairs", true,
                        "min_similarity", 0.9));
    }

    private static Answer chain(String field) throws IOException {
        return Chains.chain(
                rest, INDEX,
                Map.of(
                        "field", "body." + field, "verify", "exact", "min_similarity", 0.9,
                        "start", Chains.end("d0"), "end", Chains.end("d57")))
                .ok();
    }

    private static Answer search(String field, String like, Map<String, ?> more)
            throws IOException {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("size", 1000));
        body.putAll(more);
        body.put(
                "query",
                Map.of(
                        "near_duplicate",
                        Map.of("field", "body." + field, "like", like, "verify", "exact")));
        return rest.call("POST", "/" + INDEX + "/_search", Json.of(body)).ok();
    }
}
