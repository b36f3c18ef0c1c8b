package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Groups that are written to an index. */
public class GroupsDestinationIT {

    private static final String SOURCE = "written-to-destination";
    private static final String DEST = "destination";

    private static RestCalls rest;

    @BeforeClass
    public static void createSource() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        TestIndex.create(rest, SOURCE, Map.of("similarity", 0.6, "exact", true))
                .putAll(Texts.withNearDuplicates(17, 20, 4));
    }

    @Before
    public void deleteDestination() throws IOException {
        written().delete();
    }

    @Test
    public void holdsAllThatTheAnswerTells() throws IOException {
        Answer listed = ask(Map.of("pairs", true)).ok();
        Answer answer = ask(Map.of("pairs", true, "dest", Map.of("index", DEST))).ok();
        assertEquals(listed.at("groups"), answer.at("groups"));
        assertEquals(listed.at("counts"), answer.at("counts"));

        assertEquals(
                Map.of("alias", DEST, "index", written().index()), answer.at("dest"));
        assertEquals(listed.at("counts"), written().meta().get("counts"));
        List<Object> groups = new ArrayList<>();
        for (Map<?, ?> group : written().documents("group", "group")) {
            groups.add(without(group, "kind", "group", "part", "parts"));
        }
        assertEquals(((List<?>) listed.at("groups")).size(), groups.size());
        assertEquals(new HashSet<>((List<?>) listed.at("groups")), new HashSet<>(groups));
        Set<String> pairs = new TreeSet<>();
        for (Map<?, ?> pair : written().documents("pair", "_doc")) {
            pairs.add(without(pair, "kind").toString());
        }
        Set<String> expected = new TreeSet<>();
        ((List<?>) listed.at("pairs")).forEach(pair -> expected.add(pair.toString()));
        assertEquals(expected, pairs);
    }

    @Test
    public void findsTheGroupOfADocument() throws IOException {
        Answer answer = ask(Map.of("dest", Map.of("index", DEST))).ok();
        Object member = answer.at("groups", 3, "members", 0, "_id");
        Answer found = rest.post("/" + DEST + "/_search",
                Map.of("query", Map.of("term", Map.of("members._id", member)))).ok();
        assertEquals(1, found.at("hits", "total", "value"));
        assertEquals(
                answer.at("groups", 3, "keeper"),
                found.at("hits", "hits", 0, "_source", "keeper"));
    }

    @Test
    public void aSecondRunReplacesTheFirst() throws IOException {
        Answer first = ask(Map.of("dest", Map.of("index", DEST), "pairs", true)).ok();
        Answer second = ask(Map.of("dest", Map.of("index", DEST), "min_similarity", 0.97)).ok();
        assertEquals(second.at("dest", "index"), written().index());
        assertEquals(second.at("counts", "groups"), written().groups());
        assertEquals(List.of(), written().documents("pair", "_doc"));
        assertEquals(false, first.at("counts", "groups").equals(second.at("counts", "groups")));
    }

    @Test
    public void whatIsNoAliasOfARunIsRefusedAndLeftAlone() throws IOException {
        rest.call("PUT", "/destination-mine/_doc/1?refresh=true", "{\"a\": 1}").ok();
        rest.call("PUT", "/destination-mine/_alias/destination-of-mine").ok();
        rest.call("PUT", "/destination-mine/_alias/destination-of-two").ok();
        rest.call("PUT", "/" + SOURCE + "/_alias/destination-of-two").ok();
        try {
            Map<String, String> refused = Map.of(
                    "destination-mine", "an index",
                    "destination-of-mine",
                    "an alias of the index [destination-mine], which no run wrote",
                    "destination-of-two", "an alias of [2] indices");
            for (String dest : refused.keySet()) {
                ask(Map.of("dest", Map.of("index", dest))).refused(400,
                        "[dest] must be a new name or the alias of an earlier run, got [" + dest
                                + "], which is " + refused.get(dest));
            }
            assertEquals(1, rest.call("GET", "/destination-mine/_count").ok().at("count"));
        } finally {
            rest.call("DELETE", "/destination-mine").ok();
            rest.call("DELETE", "/" + SOURCE + "/_alias/destination-of-two").ok();
        }
    }

    @Test
    public void aDestinationThatCannotBeWrittenFailsTheRun() throws IOException {
        Answer whole = ask(Map.of("dest", Map.of("index", DEST))).ok();
        String template = "/_index_template/" + DEST;
        rest.call("PUT", template, """
                {"index_patterns": ["destination-*"], "priority": 1000,
                  "template": {"settings": {"index.blocks.write": true}}}""").ok();
        Answer answer = ask(Map.of("dest", Map.of("index", DEST)));
        rest.call("DELETE", template).ok();
        answer.refused(403, "[dest] [" + DEST + "]");
        assertEquals(whole.at("dest", "index"), written().index());
    }

    private static WrittenGroups written() {
        return new WrittenGroups(rest, DEST);
    }

    private static Answer ask(Map<String, ?> body) throws IOException {
        return TestIndex.send(rest, "groups", SOURCE, body);
    }

    private static Map<?, ?> without(Map<?, ?> document, String... fields) {
        Map<?, ?> rest = new HashMap<>(document);
        rest.keySet().removeAll(List.of(fields));
        return rest;
    }
}
