package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** The query as users write it: its answers, and its place among other queries and features. */
public class SearchIT {

    private static final long SEED = 20;
    private static final List<String> TEXTS = Texts.withNearDuplicates(SEED, 40, 9);

    private static RestCalls rest;
    private static TestIndex index;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        index =
                TestIndex.create(
                        rest, "search", Map.of("exact", true, "bands", 42, "rows", 3));
        index.putAll(TEXTS);
    }

    /** A name is an index, an {@code _id} and a routing. */
    @Test
    public void aStoredDocumentFindsOthersOfItsIdentifier() throws IOException {
        TestIndex routed = TestIndex.create(rest, "search-routed", TestIndex.settings(5), Map.of());
        for (String routing : List.of("r1", "r2", "r3", "r4", "r5")) {
            routed.putSources(
                    Map.of("same", Map.of(TestIndex.FIELD, TEXTS.get(0))), "&routing=" + routing);
        }
        Set<String> all = routings(routed.search(Map.of()));
        assertTrue("shards with the identifier: " + all, all.size() > 1);
        for (String routing : all) {
            Map<String, ?> like =
                    Map.of("_index", "search-routed", "_id", "same", "_routing", routing);
            assertEquals(
                    Set.of(routing), difference(all, routings(routed.near(Map.of("like", like)))));
        }
        routed.near(Map.of("like", Map.of("_index", "search-routed", "_id", "same"))).refused(400,
                "more than one; [_index] and [_routing] say which");
    }

    private static Set<String> routings(Answer answer) throws IOException {
        return answer.ok().objects("hits", "hits").stream()
                .map(hit -> (String) hit.get("_routing"))
                .collect(Collectors.toSet());
    }

    @Test
    public void multiSearchAggregationCollapseAndCount() throws IOException {
        Map<String, ?> query = Map.of("query", nearText(0));
        int expected = TestIndex.scores(index.search(query)).size();
        Map<?, ?> second = rest.searches("search", List.of(query, query)).get(1);
        assertEquals(expected, TestIndex.scores(second).size());

        Answer count = rest.post("/search/_count", query);
        assertEquals(expected, count.ok().at("count"));

        Map<String, ?> missing = Map.of("missing", Map.of("field", "colour"));
        Answer aggregation =
                index.search(Map.of("query", nearText(0), "aggs", Map.of("uncoloured", missing)));
        assertEquals(expected, aggregation.ok().at("aggregations", "uncoloured", "doc_count"));

        Answer collapsed =
                index.search(Map.of("query", nearText(0), "collapse", Map.of("field", "colour")));
        assertThat((List<?>) collapsed.ok().at("hits", "hits"), hasSize(1));
    }

    private static Map<String, ?> nearText(int text) {
        return TestIndex.query(Map.of("like", TEXTS.get(text)));
    }

    private static Set<String> difference(Set<String> all, Set<String> without) {
        Set<String> rest = new HashSet<>(all);
        rest.removeAll(without);
        return rest;
    }
}
