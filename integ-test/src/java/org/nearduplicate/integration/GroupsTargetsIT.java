package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** What groups can be asked of: aliases, patterns, several indices, and parts of one. */
public class GroupsTargetsIT {

    private static final String TEXT = Texts.window("t", 0, 42);

    private static RestCalls rest;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        for (String name : List.of("targets-a", "targets-b")) {
            TestIndex index = TestIndex.create(rest, name, TestIndex.settings(2), Map.of());
            Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
            for (String colour : List.of("red", "blue")) {
                sources.put("1-" + colour, Map.of(TestIndex.FIELD, TEXT, "colour", colour));
                sources.put("2-" + colour, Map.of(TestIndex.FIELD, TEXT, "colour", colour));
            }
            index.putSources(sources, "");
        }
        rest.post("/_aliases", Map.of("actions",
                List.of(addAlias("targets-plain", "targets-*", Map.of()), addAlias("targets-red",
                        "targets-*", Map.of("filter", Map.of("term", Map.of("colour", "red")))))))
                .ok();
    }

    @Test
    public void severalIndicesAreOneCorpus() throws IOException {
        List<String> expected = Stream.of("1-blue", "1-red", "2-blue", "2-red")
                .flatMap(id -> Stream.of("targets-a/" + id, "targets-b/" + id))
                .toList();
        for (String target : List.of(
                "targets-a,targets-b", "targets-*", "targets-plain", "targets-a,targets-plain",
                "targets-b,targets-red,targets-a")) {
            GroupsAnswer answer = GroupsAnswer.ask(rest, target, Map.of());
            assertEquals(target, List.of(expected), documents(answer));
            assertEquals(target, 4, answer.answer().at("_shards", "total"));
        }
    }

    @Test
    public void anAliasWithAFilterShowsWhatPassesIt() throws IOException {
        GroupsAnswer answer = GroupsAnswer.ask(rest, "targets-red", Map.of());

        assertEquals(
                List.of(
                        List.of(
                                "targets-a/1-red", "targets-b/1-red", "targets-a/2-red",
                                "targets-b/2-red")),
                documents(answer));
        assertEquals(4, answer.count("documents", "total"));
        assertEquals(4, answer.count("buckets", "largest"));

        Map<String, ?> query = Map.of("ids", Map.of("values", List.of("1-red", "1-blue")));
        assertEquals(
                2,
                GroupsAnswer.ask(rest, "targets-red", Map.of("query", query))
                        .count("documents", "total"));
    }

    @Test
    public void routingIsShownAndActs() throws IOException {
        TestIndex index = TestIndex.create(rest, "routed", TestIndex.settings(5), Map.of());
        // The same identifier in different shards: only the routing tells the documents apart.
        for (String routing : List.of("r5", "r1", "r4", "r2", "r3")) {
            index.putSources(Map.of("same", Map.of(TestIndex.FIELD, TEXT)), "&routing=" + routing);
        }
        List<String> same = index.search(Map.of()).ok().objects("hits", "hits").stream()
                .map(GroupsTargetsIT::routed)
                .sorted()
                .toList();
        assertTrue("shards with the identifier: " + same, same.size() > 1);
        index.put("plain", TEXT).ok();
        rest.post("/_aliases", Map.of("actions",
                List.of(addAlias("routed-alias", "routed", Map.of("routing", "r2"))))).ok();

        GroupsAnswer all = GroupsAnswer.ask(rest, "routed", Map.of("pairs", true));
        assertEquals("[plain, null]", routed(all.list("groups").get(0).get("keeper")));
        assertEquals(
                same,
                ((List<?>) all.list("groups").get(0).get("members")).stream()
                        .map(GroupsTargetsIT::routed)
                        .toList());
        assertEquals(same.get(0), routed(all.list("pairs").get(0).get("b")));

        GroupsAnswer alias = GroupsAnswer.ask(rest, "routed-alias", Map.of());
        assertEquals(1, alias.answer().at("_shards", "total"));
    }

    @Test
    public void nothingToGroup() throws IOException {
        TestIndex.create(rest, "groups-empty", Map.of());
        for (String target : List.of("groups-empty", "no-such-index-*")) {
            for (String method : List.of("star", "components")) {
                GroupsAnswer answer = GroupsAnswer.ask(
                        rest, target, Map.of("method", method, "pairs", true));
                assertEquals(List.of(), answer.groups());
                assertEquals(Map.of(), answer.pairs());
                assertEquals(0, answer.count("documents", "total"));
                assertEquals(0, answer.count("band_terms"));
            }
        }
    }

    /** The cure that the error names, for a run that creates the destination and for the next one. */
    @Test
    public void aPatternLeavesTheDestinationOut() throws IOException {
        TestIndex.create(rest, "cured", Map.of()).putAll(List.of(TEXT, TEXT));
        new WrittenGroups(rest, "cured-groups").delete();
        Map<String, ?> dest = Map.of("dest", Map.of("index", "cured-groups"));
        assertThat(
                GroupsAnswer.send(rest, "cured*", dest).text(),
                containsString("a pattern can leave it out, as in [cured*,-cured-groups*]"));
        for (int run = 0; run < 2; run++) {
            GroupsAnswer answer = GroupsAnswer.ask(rest, "cured*,-cured-groups*", dest);
            assertEquals(2, answer.count("documents", "total"));
            assertEquals(1, answer.answer().at("_shards", "total"));
        }
    }

    @Test
    public void otherParametersAreNoHindranceIfTheSchemeIsTheSame() throws IOException {
        TestIndex.create(rest, "alike-a", Map.of("bands", 12, "rows", 6)).put("1", TEXT).ok();
        TestIndex.create(rest, "alike-b", Map.of("exact", true)).put("2", TEXT).ok();

        assertEquals(
                List.of(List.of("alike-a/1", "alike-b/2")),
                documents(GroupsAnswer.ask(rest, "alike-*", Map.of("min_similarity", 0.8))));
    }

    private static Map<String, ?> addAlias(String alias, String indices, Map<String, ?> more) {
        Map<String, Object> add = new LinkedHashMap<>(more);
        add.put("alias", alias);
        add.put("index", indices);
        return Map.of("add", add);
    }

    /** The documents of each group with their indices, the keeper first. */
    private static List<List<String>> documents(GroupsAnswer answer) throws IOException {
        return answer.list("groups").stream()
                .map(
                        group -> GroupsAnswer.documents(group).stream()
                                .map(document -> document.get("_index") + "/"
                                        + document.get("_id"))
                                .toList())
                .toList();
    }

    private static String routed(Object document) {
        Map<?, ?> fields = (Map<?, ?>) document;
        return "[" + fields.get("_id") + ", " + fields.get("_routing") + "]";
    }
}
