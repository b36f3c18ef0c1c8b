package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.lucene.JaccardJoin;
import org.nearduplicate.lucene.ReutersCorpus;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;
import org.nearduplicate.server.SharedThreeNodes;

/**
 * All groups of the news texts of Reuters-21578, compared with the exact similarity of all pairs, and
 * with one another on different shards, segments and nodes. Skipped where there is no corpus.
 */
public class GroupsReutersIT {

    private static final double MIN_SIMILARITY = 0.5;
    private static final Map<String, ?> FIELD = Map.of("bands", 42, "rows", 3, "exact", true);

    private static RestCalls rest;
    private static List<String> bodies;
    private static GroupsAnswer stars;

    @BeforeClass
    public static void indexCorpus() throws IOException, InterruptedException {
        bodies = ReutersCorpus.bodies();
        rest = SharedServer.rest();
        index(rest, "groups-reuters", 1);
        stars = ask(rest, "groups-reuters", "star");
        assertTrue("all groups are listed", stars.count("groups") <= 1000);
    }

    @Test
    public void pairsAreTrueAndNearlyComplete() throws IOException {
        Map<Set<String>, Float> truth = new HashMap<>();
        for (JaccardJoin.Pair pair : ReutersCorpus.join(MIN_SIMILARITY).pairs()) {
            truth.put(
                    Set.of(Integer.toString(pair.a()), Integer.toString(pair.b())),
                    (float) pair.similarity());
        }
        Map<Set<String>, Float> found = new HashMap<>();
        stars.pairs().forEach((pair, similarity) -> found.put(ids(pair), similarity));

        int expected = truth.size();
        truth.keySet().retainAll(found.keySet());
        assertEquals("pairs found, with their similarity", truth, found);
        assertTrue(found.size() + " of " + expected, found.size() >= 0.99 * expected);
        assertEquals(found.size(), stars.count("pairs", "verified"));
        assertEquals(bodies.size(), stars.count("documents", "total"));
    }

    @Test
    public void starsHoldOnlyWhatIsSimilarToTheirKeeper() throws IOException {
        Map<String, Float> pairs = stars.pairs();
        Set<String> seen = new HashSet<>();
        List<List<String>> groups = stars.groups();
        for (int i = 0; i < groups.size(); i++) {
            String keeper = groups.get(i).get(0);
            assertTrue(keeper + " is in one group", seen.add(keeper));
            stars.similarities(i).forEach((member, similarity) -> {
                assertTrue(member + " is in one group", seen.add(member));
                assertEquals(pairs.get(keeper + " " + member), similarity);
            });
        }
        assertEquals(seen.size(), stars.count("documents", "in_groups"));
    }

    @Test
    public void componentsAreThoseOfThePairs() throws IOException {
        GroupsAnswer components = ask(rest, "groups-reuters", "components");

        assertEquals(stars.pairs(), components.pairs());
        assertEquals(
                joined(components.pairs().keySet()),
                components.groups().stream().map(Set::copyOf).collect(Collectors.toSet()));
    }

    @Test
    public void shardsAndSegmentsChangeNothing() throws IOException {
        index(rest, "groups-reuters-5", 5);
        for (String state : List.of("many segments", "one segment")) {
            assertEquals(
                    state, findings(stars), findings(ask(rest, "groups-reuters-5", "star")));
            assertEquals(
                    state, findings(ask(rest, "groups-reuters", "components")),
                    findings(ask(rest, "groups-reuters-5", "components")));
            rest.call("POST", "/groups-reuters-5/_forcemerge?max_num_segments=1").ok();
            rest.call("POST", "/groups-reuters-5/_refresh").ok();
        }
    }

    @Test
    public void nodesChangeNothing() throws IOException, InterruptedException {
        RestCalls threeNodes = SharedThreeNodes.rest();
        index(threeNodes, "groups-reuters-nodes", 5);
        for (int node = 0; node < 3; node++) {
            assertEquals(
                    "asked of any node", findings(stars),
                    findings(ask(threeNodes, "groups-reuters-nodes", "star")));
        }
    }

    private static void index(RestCalls rest, String name, int shards) throws IOException {
        TestIndex.create(
                rest, name, Map.of("number_of_shards", shards, "number_of_replicas", 0), FIELD)
                .putAll(bodies);
    }

    private static GroupsAnswer ask(RestCalls rest, String index, String method)
            throws IOException {
        Map<String, Object> body = new HashMap<>(Map.of("verify", "exact", "method", method));
        body.put("min_similarity", MIN_SIMILARITY);
        body.put("size", 1000);
        body.put("max_members", 10_000);
        body.put("pairs", true);
        body.put("max_pairs", 1_000_000);
        return GroupsAnswer.ask(rest, index, body);
    }

    /** What was found, but for the name of the index. */
    private static String findings(GroupsAnswer answer) throws IOException {
        return answer.findings().toString().replaceAll("_index=[a-z0-9-]+", "");
    }

    private static Set<String> ids(String pair) {
        return Set.of(pair.split(" "));
    }

    /** Joins the documents of the pairs, one pair after the other. */
    private static Set<Set<String>> joined(Set<String> pairs) {
        Map<String, Set<String>> componentOf = new LinkedHashMap<>();
        for (String pair : pairs) {
            Set<String> joined = new HashSet<>();
            for (String id : ids(pair)) {
                joined.addAll(componentOf.getOrDefault(id, Set.of(id)));
            }
            joined.forEach(id -> componentOf.put(id, joined));
        }
        return new HashSet<>(componentOf.values());
    }
}
