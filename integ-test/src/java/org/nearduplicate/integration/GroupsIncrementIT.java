package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/** Incremental runs: their destination holds what a full run writes, and they say why all was grouped. */
public class GroupsIncrementIT {

    private static final String SOURCE = "increment-source";
    private static final String HOURS = "increment-hour-";
    private static final String DEST = "increment-groups";
    private static final String FULL = "increment-full";
    private static final int TEXTS = 300;

    private static RestCalls rest;

    private TestIndex source;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        rest = SharedServer.rest();
    }

    @Before
    public void createSource() throws IOException {
        source = TestIndex.create(
                rest, SOURCE, Map.of("number_of_replicas", 0, "number_of_shards", 2),
                Map.of("similarity", 0.6));
        source.putAll(texts(0, TEXTS));
    }

    @After
    public void delete() throws IOException {
        rest.call("DELETE", "/" + DEST + "," + FULL + "?ignore_unavailable=true").ok();
        for (int hour = 0; hour < 7; hour++) {
            rest.call("DELETE", "/" + HOURS + hour + "?ignore_unavailable=true").ok();
        }
    }

    @Test
    public void holdsWhatAFullRunWrites() throws IOException {
        assertWhy("no run was completed before", SOURCE, Map.of());
        assertSame(SOURCE, Map.of());
        for (int round = 0; round < 5; round++) {
            put(SOURCE, "new-" + round, text(round, 1));
            put(SOURCE, Integer.toString(10 * round), text(round + 100, 2));
            rest.call("DELETE", "/" + SOURCE + "/_doc/" + (10 * round + 3)).ok();
            Answer answer = performed(SOURCE, Map.of());
            assertEquals(2, answer.at("incremental", "documents", "changed"));
            assertSame(SOURCE, Map.of());
        }
        rest.call("POST", "/" + SOURCE + "/_forcemerge?max_num_segments=1").ok();
        Answer nothing = performed(SOURCE, Map.of());
        assertEquals(0, nothing.at("incremental", "documents", "changed"));
        assertEquals(0, nothing.at("incremental", "groups", "replaced"));
        assertEquals(List.of(), nothing.at("groups"));
        assertSame(SOURCE, Map.of());
    }

    /** What one alias hides another one shows, though no document was changed. */
    @Test
    public void eachAliasShowsDocumentsOfItsOwn() throws IOException {
        source.putSources(
                Map.of(
                        "red", Map.of("near", text(200, 0), "colour", "red"),
                        "blue", Map.of("near", text(200, 1), "colour", "blue")),
                "");
        String alias = "increment-alias";
        filter(alias, "red");
        run(alias, Map.of());
        performed(alias, Map.of());
        assertSame(alias, Map.of());
        filter(alias, "blue");
        run(alias, Map.of());
        assertSame(alias, Map.of());
        run(SOURCE, Map.of());
        assertSame(SOURCE, Map.of());
        performed(SOURCE, Map.of());
    }

    private static void filter(String alias, String hidden) throws IOException {
        rest.call(
                "POST", "/_aliases",
                Json.of(
                        Map.of(
                                "actions", List.of(
                                        Map.of(
                                                "add", Map.of(
                                                        "index", SOURCE, "alias", alias, "filter",
                                                        Map.of(
                                                                "bool", Map.of(
                                                                        "must_not", Map.of(
                                                                                "term",
                                                                                Map.of(
                                                                                        "colour",
                                                                                        hidden))))))))))
                .ok();
    }

    /** An hour's index comes, another one goes: what is left is grouped as if it had always been alone. */
    @Test
    public void indicesComeAndGo() throws IOException {
        String pattern = HOURS + "*";
        for (int hour = 0; hour < 6; hour++) {
            TestIndex.create(rest, HOURS + hour, Map.of("similarity", 0.6))
                    .putAll(texts(hour * 45, hour * 45 + 60));
            run(pattern, Map.of());
            assertSame(pattern, Map.of());
        }
        rest.call("DELETE", "/" + HOURS + "0").ok();
        Answer answer = performed(pattern, Map.of());
        assertThat((Integer) answer.at("incremental", "documents", "gone"), greaterThan(0));
        assertSame(pattern, Map.of());
        TestIndex.create(rest, HOURS + "6", Map.of("similarity", 0.6)).putAll(texts(290, 310));
        performed(pattern, Map.of());
        assertSame(pattern, Map.of());
    }

    @Test
    public void saysWhyAllIsGrouped() throws IOException {
        run(SOURCE, Map.of());
        assertWhy("[min_similarity] is [0.9], in the last run it was [0.6]", SOURCE,
                Map.of("min_similarity", 0.9));
        assertWhy("[min_similarity] is [0.6], in the last run it was [0.9]", SOURCE, Map.of());
        rest.call(
                "PUT", "/" + SOURCE + "/_mapping",
                "{\"properties\":{\"when\":{\"type\":\"date\"}}}").ok();
        for (String when : List.of("2020-01-01", "2100-01-01")) {
            rest.call("PUT", "/" + SOURCE + "/_doc/" + when, Json.of(Map.of("when", when))).ok();
        }
        Map<String, ?> recent = Map.of(
                "query", Map.of("range", Map.of("when", Map.of("gte", "now-1d"))));
        assertWhy("may match other documents at another time", SOURCE, recent);
        assertWhy("the last run could not be continued", SOURCE, Map.of());
        performed(SOURCE, Map.of());
        assertWhy("[max_bucket_texts] is [2], in the last run it was [1000]", SOURCE,
                Map.of("max_bucket_texts", 2));
        performed(SOURCE, Map.of("max_bucket_texts", 2));
        run(SOURCE, Map.of());
        TestIndex.create(rest, SOURCE, Map.of("similarity", 0.6)).putAll(texts(0, TEXTS));
        assertWhy("more than a quarter of the documents", SOURCE, Map.of());
        TestIndex.create(rest, SOURCE, Map.of("similarity", 0.6, "seed", 7))
                .putAll(texts(0, TEXTS));
        assertWhy("[scheme] is [", SOURCE, Map.of());
        assertSame(SOURCE, Map.of());
    }

    @Test
    public void whatWasChangedByHandIsGroupedAgain() throws IOException {
        run(SOURCE, Map.of());
        Answer any = rest.call(
                "GET", "/" + DEST + "/_search?size=1&q=kind:group&_source=false").ok();
        rest.call(
                "DELETE", "/" + DEST + "/_doc/" + any.at("hits", "hits", 0, "_id")).ok();
        assertWhy("what the last run left was changed: there are [", SOURCE, Map.of());
        any = rest.call(
                "GET", "/" + DEST + "/_search?size=1&q=kind:group&_source=false").ok();
        rest.call(
                "POST", "/" + DEST + "/_update/" + any.at("hits", "hits", 0, "_id"),
                "{\"doc\":{\"texts\":1000000}}").ok();
        assertWhy(
                "what the last run left was changed: a document of a group was written since",
                SOURCE, Map.of());
        Answer kept = kept();
        setData(kept, "AAAA");
        assertWhy("] is of another length", SOURCE, Map.of());
        kept = kept();
        String data = (String) kept.at("hits", "hits", 0, "_source", "data");
        setData(kept, (data.startsWith("AAAA") ? "BBBB" : "AAAA") + data.substring(4));
        assertWhy("what the last run left was changed: its checksum", SOURCE, Map.of());
        kept = kept();
        rest.call("DELETE", "/" + DEST + "/_doc/" + kept.at("hits", "hits", 0, "_id")).ok();
        assertWhy("what the last run left was changed: document [", SOURCE, Map.of());
        rest.call("DELETE", "/" + DEST + "/_doc/run?refresh=true").ok();
        assertWhy("no run was completed before", SOURCE, Map.of());
        assertSame(SOURCE, Map.of());
        performed(SOURCE, Map.of());
    }

    private static Answer kept() throws IOException {
        return rest.call("GET", "/" + DEST + "/_search?size=1&q=kind:kept").ok();
    }

    private static void setData(Answer kept, String data) throws IOException {
        rest.call(
                "POST",
                "/" + DEST + "/_update/" + kept.at("hits", "hits", 0, "_id") + "?refresh=true",
                Json.of(Map.of("doc", Map.of("data", data)))).ok();
    }

    @Test
    public void badInputsAreRefused() throws IOException {
        assertRefused("[incremental] needs [dest]", Map.of("incremental", true));
        assertRefused(
                "[incremental] must be [true] or [false], got [perhaps]", Map.of(
                        "incremental", "perhaps", "dest", Map.of("index", DEST)));
        rest.call(
                "PUT", "/" + DEST,
                "{\"mappings\":{\"_meta\":{\"near_duplicate_groups\":{\"version\":2}},"
                        + "\"properties\":{\"kind\":{\"type\":\"keyword\"}}}}")
                .ok();
        assertRefused(
                "[dest] must be a new index or one that an earlier run wrote",
                Map.of("incremental", true, "dest", Map.of("index", DEST)));
    }

    private static void assertRefused(String reason, Map<String, ?> body) throws IOException {
        Answer answer = rest.call(
                "POST", "/" + SOURCE + "/_near_duplicate/groups",
                Json.of(TestIndex.withField(body)));
        assertEquals(answer.text(), 400, answer.status());
        assertThat(answer.text(), containsString(reason));
    }

    private static void assertWhy(String reason, String index, Map<String, ?> options)
            throws IOException {
        Answer answer = run(index, options);
        assertEquals(answer.text(), false, answer.at("incremental", "performed"));
        assertThat((String) answer.at("incremental", "reason"), containsString(reason));
    }

    private static Answer performed(String index, Map<String, ?> options) throws IOException {
        Answer answer = run(index, options);
        assertEquals(answer.text(), true, answer.at("incremental", "performed"));
        return answer;
    }

    private static Answer run(String index, Map<String, ?> options) throws IOException {
        Map<String, Object> body = new HashMap<>(options);
        body.put("incremental", true);
        body.put("dest", Map.of("index", DEST));
        return ask(index, body);
    }

    private static Answer ask(String index, Map<String, ?> body) throws IOException {
        return rest.call(
                "POST", "/" + index + "/_near_duplicate/groups",
                Json.of(TestIndex.withField(body)))
                .ok();
    }

    private static void assertSame(String index, Map<String, ?> options) throws IOException {
        Map<String, Object> body = new HashMap<>(options);
        body.put("dest", Map.of("index", FULL));
        Answer full = ask(index, body);
        assertEquals(
                full.at("counts", "groups"),
                rest.call("GET", "/" + DEST + "/_doc/run").ok()
                        .at("_source", "counts", "groups"));
        assertEquals(groups(FULL), groups(DEST));
    }

    /** Returns the groups by their identifiers, as whoever filters by what the status document says sees them. */
    private static Map<Object, Map<?, ?>> groups(String dest) throws IOException {
        Map<String, ?> completed = Map.of("index", dest, "id", "run", "path", "completed_runs");
        Answer answer = rest.call(
                "POST", "/" + dest + "/_search",
                Json.of(
                        Map.of(
                                "size", 10_000, "query", Map.of(
                                        "bool", Map.of(
                                                "filter", List.of(
                                                        Map.of("term", Map.of("kind", "group")),
                                                        Map.of("terms", Map.of("run", completed))),
                                                "must_not", List.of(
                                                        Map.of(
                                                                "terms",
                                                                Map.of(
                                                                        "replaced_by",
                                                                        completed))))))))
                .ok();
        Map<Object, Map<?, ?>> groups = new TreeMap<>();
        for (Object hit : (List<?>) answer.at("hits", "hits")) {
            Map<?, ?> group = new HashMap<>((Map<?, ?>) ((Map<?, ?>) hit).get("_source"));
            group.keySet().removeAll(List.of("run", "keeper_version"));
            groups.put(group.get("group"), group);
        }
        return groups;
    }

    private static void put(String index, String id, String text) throws IOException {
        rest.call("PUT", "/" + index + "/_doc/" + id, Json.of(Map.of("near", text))).ok();
    }

    private static List<String> texts(int from, int to) {
        List<String> texts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            texts.add(text(i / 3, i % 3));
        }
        return texts;
    }

    /** Versions of one number are near duplicates. */
    private static String text(int number, int version) {
        return Texts.window("increment" + number, version, 40);
    }
}
