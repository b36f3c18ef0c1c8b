package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
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
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/** Groups that are written to an index. */
public class GroupsDestinationIT {

    private static final String SOURCE = "destination-source";
    private static final String DEST = "destination";

    private static RestCalls rest;

    @BeforeClass
    public static void createSource() throws IOException, InterruptedException {
        rest = SharedServer.rest();
        TestIndex.create(rest, SOURCE, Map.of("similarity", 0.6, "exact", true))
                .putAll(Texts.withNearDuplicates(17, 20, 4));
    }

    @Before
    public void deleteDestination() throws IOException {
        rest.call("DELETE", "/" + DEST + "?ignore_unavailable=true").ok();
    }

    @Test
    public void holdsAllThatTheAnswerTells() throws IOException {
        Answer listed = ask(Map.of("pairs", true)).ok();
        Answer answer = ask(Map.of("pairs", true, "dest", Map.of("index", DEST))).ok();
        assertEquals(listed.at("groups"), answer.at("groups"));
        assertEquals(listed.at("counts"), answer.at("counts"));

        Map<?, ?> status = status();
        assertEquals("completed", status.get("status"));
        assertEquals(answer.at("dest", "run"), status.get("completed_run"));
        assertEquals(listed.at("counts"), status.get("counts"));
        List<Object> groups = new ArrayList<>();
        for (Map<?, ?> group : documents("group", "group")) {
            groups.add(without(group, "kind", "run", "group", "part", "parts"));
        }
        assertEquals(((List<?>) listed.at("groups")).size(), groups.size());
        assertEquals(new HashSet<>((List<?>) listed.at("groups")), new HashSet<>(groups));
        Set<String> pairs = new TreeSet<>();
        for (Map<?, ?> pair : documents("pair", "_doc")) {
            pairs.add(without(pair, "kind", "run").toString());
        }
        Set<String> expected = new TreeSet<>();
        ((List<?>) listed.at("pairs")).forEach(pair -> expected.add(pair.toString()));
        assertEquals(expected, pairs);
    }

    @Test
    public void findsTheGroupOfADocument() throws IOException {
        Answer answer = ask(Map.of("dest", Map.of("index", DEST))).ok();
        Object member = answer.at("groups", 3, "members", 0, "_id");
        Answer found = rest.call(
                "POST",
                "/" + DEST + "/_search",
                Json.of(Map.of("query", Map.of("term", Map.of("members._id", member)))))
                .ok();
        assertEquals(1, found.at("hits", "total", "value"));
        assertEquals(
                answer.at("groups", 3, "keeper"),
                found.at("hits", "hits", 0, "_source", "keeper"));
    }

    @Test
    public void aSecondRunReplacesTheFirst() throws IOException {
        Answer first = ask(Map.of("dest", Map.of("index", DEST), "pairs", true)).ok();
        Answer second = ask(Map.of("dest", Map.of("index", DEST), "min_similarity", 0.97)).ok();
        assertEquals(
                second.at("counts", "groups"), documents("group", "group").size());
        assertEquals(List.of(), documents("pair", "_doc"));
        assertEquals(second.at("dest", "run"), status().get("completed_run"));
        for (Map<?, ?> group : documents("group", "group")) {
            assertEquals(second.at("dest", "run"), group.get("run"));
        }
        assertEquals(false, first.at("counts", "groups").equals(second.at("counts", "groups")));
        assertEquals(second.at("counts", "groups"), countOfCompletedRun());
    }

    /** By the query that docs/groups.md shows. */
    private static Object countOfCompletedRun() throws IOException {
        Map<String, ?> lookup = Map.of("index", DEST, "id", "run", "path", "completed_run");
        return rest.call(
                "POST", "/" + DEST + "/_count",
                Json.of(Map.of("query", Map.of("bool", Map.of("filter", List.of(
                        Map.of("term", Map.of("kind", "group")),
                        Map.of("terms", Map.of("run", lookup))))))))
                .ok().at("count");
    }

    @Test
    public void aForeignIndexIsRefusedAndLeftAlone() throws IOException {
        rest.call("PUT", "/" + DEST + "/_doc/1?refresh=true", "{\"a\": 1}").ok();
        Answer answer = ask(Map.of("dest", Map.of("index", DEST)));
        assertEquals(400, answer.status());
        assertThat(answer.text(), containsString("[dest] must be a new index"));
        assertEquals(1, rest.call("GET", "/" + DEST + "/_count").ok().at("count"));
    }

    @Test
    public void aDestinationThatCannotBeWrittenFailsTheRun() throws IOException {
        ask(Map.of("dest", Map.of("index", DEST))).ok();
        rest.call("PUT", "/" + DEST + "/_settings", "{\"index.blocks.write\": true}").ok();
        Answer answer = ask(Map.of("dest", Map.of("index", DEST)));
        assertEquals(403, answer.status());
        assertThat(answer.text(), containsString("[dest] [" + DEST + "]"));
        assertEquals("completed", status().get("status"));
    }

    private static Answer ask(Map<String, ?> body) throws IOException {
        return rest.call(
                "POST",
                "/" + SOURCE + "/_near_duplicate/groups",
                Json.of(TestIndex.withField(body)));
    }

    private static Map<?, ?> status() throws IOException {
        return (Map<?, ?>) rest.call("GET", "/" + DEST + "/_doc/run").ok().at("_source");
    }

    private static List<Map<?, ?>> documents(String kind, String sort) throws IOException {
        Answer answer = rest.call(
                "POST",
                "/" + DEST + "/_search",
                Json.of(
                        Map.of(
                                "size", 10_000,
                                "sort", List.of(sort),
                                "query", Map.of("term", Map.of("kind", kind)))))
                .ok();
        List<Map<?, ?>> documents = new ArrayList<>();
        for (Object hit : (List<?>) answer.at("hits", "hits")) {
            documents.add((Map<?, ?>) ((Map<?, ?>) hit).get("_source"));
        }
        return documents;
    }

    private static Map<?, ?> without(Map<?, ?> document, String... fields) {
        Map<?, ?> rest = new HashMap<>(document);
        rest.keySet().removeAll(List.of(fields));
        return rest;
    }
}
