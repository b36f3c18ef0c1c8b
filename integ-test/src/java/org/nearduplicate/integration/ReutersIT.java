package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.lucene.JaccardJoin;
import org.nearduplicate.lucene.ReutersCorpus;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/**
 * The news texts of Reuters-21578 on a server of three shards: each text is asked for, and what is
 * found is compared with the exact similarity of all pairs. Skipped where there is no corpus.
 */
public class ReutersIT {

    private static final double MIN_SIMILARITY = 0.5;
    private static final int BATCH = 200;

    private static RestCalls rest;
    private static List<String> bodies;

    @BeforeClass
    public static void indexCorpus() throws IOException, InterruptedException {
        bodies = ReutersCorpus.bodies();
        rest = SharedServer.rest();
        TestIndex index = TestIndex.create(
                rest,
                "reuters",
                Map.of("number_of_shards", 3, "number_of_replicas", 0),
                Map.of("bands", 42, "rows", 3, "exact", true));
        index.putAll(bodies);
    }

    @Test
    public void everyTextFindsItsNearDuplicatesAndNothingElse() throws IOException {
        Map<Long, Float> truth = new HashMap<>();
        for (JaccardJoin.Pair pair : ReutersCorpus.join(MIN_SIMILARITY).pairs()) {
            truth.put(key(pair.a(), pair.b()), (float) pair.similarity());
        }

        Map<Long, Float> found = askAll();

        int expected = truth.size();
        truth.keySet().retainAll(found.keySet());
        assertEquals("pairs found, with their similarity", truth, found);
        assertTrue(found.size() + " of " + expected, found.size() >= 0.99 * expected);
    }

    private static Map<Long, Float> askAll() throws IOException {
        Map<Long, Float> scores = new HashMap<>();
        for (int from = 0; from < bodies.size(); from += BATCH) {
            int to = Math.min(from + BATCH, bodies.size());
            StringBuilder lines = new StringBuilder();
            for (int asked = from; asked < to; asked++) {
                lines.append("{}\n").append(question(asked)).append('\n');
            }
            Answer answer = rest.callLines("POST", "/reuters/_msearch", lines.toString()).ok();
            List<?> responses = (List<?>) answer.at("responses");
            for (int asked = from; asked < to; asked++) {
                collect(asked, (Map<?, ?>) responses.get(asked - from), scores);
            }
        }
        return scores;
    }

    private static void collect(int asked, Map<?, ?> response, Map<Long, Float> scores) {
        Map<?, ?> hits = (Map<?, ?>) response.get("hits");
        for (Object hit : (List<?>) hits.get("hits")) {
            Map<?, ?> fields = (Map<?, ?>) hit;
            int id = Integer.parseInt((String) fields.get("_id"));
            if (id != asked) {
                scores.put(key(asked, id), ((Number) fields.get("_score")).floatValue());
            }
        }
    }

    private static String question(int text) {
        String like = bodies.get(text);
        Map<String, ?> near = TestIndex.withField(
                Map.of("like", like, "min_similarity", MIN_SIMILARITY, "verify", "exact"));
        return Json.of(
                Map.of("size", 1000, "_source", false, "query", Map.of("near_duplicate", near)));
    }

    private static long key(int a, int b) {
        return ((long) Math.min(a, b) << Integer.SIZE) | Math.max(a, b);
    }
}
