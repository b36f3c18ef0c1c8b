package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedThreeNodes;

/** Three nodes, several shards and replicas: the answers are those of one shard. */
public class ThreeNodesIT {

    private static final List<String> TEXTS = Texts.withNearDuplicates(33, 60, 9);

    private static RestCalls rest;
    private static TestIndex oneShard;
    private static TestIndex fiveShards;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        rest = SharedThreeNodes.rest();
        Map<String, ?> field = Map.of("similarity", 0.6, "exact", true);
        oneShard =
                TestIndex.create(
                        rest,
                        "one-shard",
                        Map.of("number_of_shards", 1, "number_of_replicas", 1),
                        field);
        fiveShards =
                TestIndex.create(
                        rest,
                        "five-shards",
                        Map.of("number_of_shards", 5, "number_of_replicas", 1),
                        field);
        awaitGreen();
        oneShard.putAll(TEXTS);
        fiveShards.putAll(TEXTS);
    }

    @Test
    public void shardsDoNotChangeTheAnswer() throws IOException {
        for (String verify : List.of("signature", "exact")) {
            List<Map<String, Float>> expected = answers(oneShard, "one-shard", verify, "");

            assertTrue("hits: " + expected, expected.stream().anyMatch(hits -> hits.size() > 3));
            assertEquals(verify, expected, answers(fiveShards, "five-shards", verify, ""));
            assertEquals(
                    "like a document of another index",
                    expected.stream().map(Map::size).toList(),
                    answers(fiveShards, "one-shard", verify, "").stream()
                            .map(hits -> hits.size() - 1)
                            .toList());
        }
    }

    @Test
    public void everyCopyGivesTheSameAnswer() throws IOException {
        List<Map<String, Float>> expected = answers(oneShard, "one-shard", "signature", "");
        for (int node = 0; node < 3; node++) {
            String preference = "&preference=_prefer_nodes:" + nodeId(node);
            assertEquals(
                    preference,
                    expected,
                    answers(fiveShards, "five-shards", "signature", preference));
        }
    }

    @Test
    public void mergingDoesNotChangeTheAnswer() throws IOException {
        TestIndex index =
                TestIndex.create(
                        rest, "merged", Map.of("number_of_shards", 2), Map.of("similarity", 0.6));
        for (int from = 0; from < TEXTS.size(); from += 100) {
            // The same documents again and again leave deleted ones behind in every segment.
            index.putAll(TEXTS.subList(0, from + 100));
        }
        List<Map<String, Float>> before = answers(index, "merged", "signature", "");
        rest.call("POST", "/merged/_forcemerge?max_num_segments=1").ok();
        rest.call("POST", "/merged/_refresh").ok();

        assertEquals(before, answers(index, "merged", "signature", ""));
    }

    @Test
    public void indicesWithoutTheFieldAreIgnoredOnDemand() throws IOException {
        rest.call("PUT", "/no-field").ok();
        Map<String, Object> query =
                TestIndex.withField(Map.of("like", TEXTS.get(0), "ignore_unmapped", true));
        Map<String, ?> body = Map.of("query", Map.of("near_duplicate", query));
        int hits = TestIndex.scores(oneShard.search(body)).size();

        assertEquals(
                hits,
                TestIndex.scores(
                        rest.call(
                                "POST",
                                "/one-shard,no-field/_search?size=1000",
                                Json.of(body)))
                        .size());
    }

    /** Asks for the near duplicates of every tenth stored text. */
    private static List<Map<String, Float>> answers(
            TestIndex index, String likeIndex, String verify, String parameters)
            throws IOException {
        List<Map<String, Float>> answers = new ArrayList<>();
        for (int i = 0; i < TEXTS.size(); i += 10) {
            Map<String, ?> like = Map.of("_index", likeIndex, "_id", Integer.toString(i));
            Map<String, Object> query = TestIndex.withField(Map.of("like", like, "verify", verify));
            Map<String, ?> body = Map.of("query", Map.of("near_duplicate", query));
            answers.add(TestIndex.scores(index.search(body, parameters)));
        }
        return answers;
    }

    private static String nodeId(int node) throws IOException {
        Map<?, ?> nodes = (Map<?, ?>) rest.call("GET", "/_nodes").ok().at("nodes");
        return (String) List.copyOf(nodes.keySet()).get(node);
    }

    private static void awaitGreen() throws IOException {
        rest.call("GET", "/_cluster/health?wait_for_status=green&timeout=5m").ok();
    }
}
