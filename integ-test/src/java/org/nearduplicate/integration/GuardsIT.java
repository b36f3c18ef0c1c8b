package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/**
 * Numbers at their bounds and beyond each: what is beyond is a 400 that names the number and what it may be. All numbers of
 * queries, the retriever, groups and settings are here. Of each other request there is one: it shows that the request reads
 * numbers by the parameters whose bounds unit tests check.
 */
public class GuardsIT {

    private static final String INDEX = "guards";
    private static final int MAX_INT = Integer.MAX_VALUE;

    private static RestCalls rest;
    private static TestIndex index;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        index = TestIndex.create(rest, INDEX, Map.of());
        index.putAll(
                List.of("one text that is there", "one text that is there", "another text here"));
    }

    /** With the index goes what its shard noted for lookups, which others on this server wait for. */
    @AfterClass
    public static void deleteWhatIsNoted() throws IOException {
        rest.call("DELETE", "/guards-window?ignore_unavailable=true").ok();
    }

    /** Sends a request in which one parameter has a value. */
    @FunctionalInterface
    private interface Request {

        Answer with(String parameter, Object value) throws IOException;
    }

    @Test
    public void mappingAndTokenFilter() throws IOException {
        whole(
                (parameter, value) -> create(
                        "mappings",
                        Map.of("properties",
                                Map.of("f", with("type", "minhash", parameter, value)))),
                "shingle_size", 1, 64);
        whole(
                (parameter, value) -> create(
                        "settings",
                        Map.of(
                                "analysis.filter.f",
                                with("type", "minhash_bands", parameter, value))),
                "shingle_size", 1, 64);
    }

    private static Answer create(String part, Map<String, ?> of) throws IOException {
        rest.call("DELETE", "/guards-made?ignore_unavailable=true").ok();
        return rest.put("/guards-made", Map.of(part, of));
    }

    @Test
    public void query() throws IOException {
        Request request =
                (parameter, value) -> index.near(with("like", "a text", parameter, value));
        whole(request, "max_bucket_size", 1, MAX_INT);
        share(request, "min_similarity", true);
        share(request, "recall", false);
        index.near(Map.of("like", Collections.nCopies(100_000, "a"))).ok();
        index.near(Map.of("like", Collections.nCopies(100_001, "a"))).refused(400,
                "[like] must be an array of at most [100000] texts");
    }

    @Test
    public void collapse() throws IOException {
        Map<String, ?> all =
                Map.of("standard", Map.of("query", Map.of("match_all", Map.of())));
        Request request = (parameter, value) -> rest.post("/" + INDEX + "/_search?size=1",
                Map.of("retriever", Map.of("near_duplicate_collapse",
                        TestIndex.withField(with("retriever", all, parameter, value)))));
        whole(request, "rank_window_size", 1, 10_000);
        whole(request, "max_near_duplicates", 0, 100);
        share(request, "min_similarity", true);
    }

    @Test
    public void groups() throws IOException {
        Request request = of("groups", Map.of("verify", "signature"));
        whole(request, "min_group_size", 2, 1_000_000);
        whole(request, "max_bucket_texts", 2, 100_000);
        whole(request, "size", 0, 1_000);
        whole(request, "max_members", 1, 10_000);
        whole(request, "max_pairs", 1, 1_000_000);
        share(request, "min_similarity", true);
    }

    @Test
    public void otherRequests() throws IOException {
        whole(of("chain", Chains.between("0", "1")), "max_length", 1, 100);
        whole(of("compare", Map.of("a", "a text", "b", "another")), "size", 0, 100_000);
        whole(of("tune", Map.of("hash_count", 64)), "sample_size", 2, 10_000);
        Request curve = (parameter, value) -> rest.post(
                "/_near_duplicate/curve", with("passages", 2, parameter, value));
        whole(curve, "passages", 2, 64);
        whole(curve, "shortest_passage", 1, 1_000_000);
        share(curve, "similarity", true);
    }

    private static Request of(String kind, Map<String, ?> body) {
        return (parameter, value) -> {
            Map<String, Object> all = new HashMap<>(body);
            all.put(parameter, value);
            return TestIndex.send(rest, kind, INDEX, all);
        };
    }

    /** Its options are read by Elasticsearch, which takes any whole number of 32 bits for a size. */
    @Test
    public void highlighter() throws IOException {
        for (String option : List.of(
                "fragment_size", "number_of_fragments", "max_analyzed_offset")) {
            for (int value : new int[] {1, 2, 10_000}) {
                highlight(option, value).ok();
            }
            for (Object value : List.of(-2, -1, 0, MAX_INT, Integer.MIN_VALUE)) {
                int status = highlight(option, value).status();
                assertTrue(option + " " + value + ": " + status, status == 200 || status == 400);
            }
            for (Object value : List.of(
                    MAX_INT + 1L, Long.MIN_VALUE, "1e999999999", "9".repeat(1_000_000))) {
                highlight(option, value).refused(400, option);
            }
        }
    }

    private static Answer highlight(String option, Object value) throws IOException {
        Map<String, Object> highlight = with("type", "near_duplicate", option, value);
        highlight.put("fields", Map.of(TestIndex.FIELD, Map.of()));
        return index.search(Map.of("query",
                TestIndex.query(Map.of("like", "one text that is there")), "highlight", highlight));
    }

    @Test
    public void settings() throws IOException {
        Request ofIndex = (name, value) -> rest.put("/" + INDEX + "/_settings",
                with("index.priority", 1, name, value));
        setting(ofIndex, "index.near_duplicate.max_bucket_size", 1, MAX_INT);
        setting(ofIndex, "index.near_duplicate.max_like_length", 1, MAX_INT);
        Request ofCluster = rest::setting;
        setting(ofCluster, "near_duplicate.tune.max_settings", 1, 100_000);
        setting(ofCluster, "near_duplicate.tune.max_sample_size", 2, 10_000);
    }

    /** What an index reads for its own ends is not bound by the hits that its users may ask for. */
    @Test
    public void aSearchThatMayAskForOneHit() throws IOException {
        Map<String, ?> one = Map.of("max_result_window", 1, "number_of_replicas", 0);
        String text = Texts.window("w", 0, 42);
        TestIndex small = TestIndex.create(rest, "guards-window", one, Map.of());
        small.putAll(List.of(text, text + " more", text + " less", Texts.window("v", 0, 42)));
        rest.put("/_index_template/guards-window-groups",
                Map.of("index_patterns", List.of("guards-window-groups-*"), "priority", 1_000,
                        "template", Map.of("settings", one)))
                .ok();

        assertEquals(0, rest.call("GET", "/_near_duplicate/stats").ok().at("_shards", "failed"));
        Map<String, Object> body = new HashMap<>(Map.of("fields", List.of(TestIndex.FIELD)));
        assertEquals(
                3, GroupsAnswer.ask(rest, "guards-window", body).documents().stream()
                        .filter(document -> document.containsKey("fields")).count());
        body.put("dest", Map.of("index", "guards-window-groups"));
        for (int run = 0; run < 2; run++) {
            GroupsAnswer.ask(rest, "guards-window", body);
            assertEquals(
                    1, rest.call("GET", "/guards-window-groups/_count").ok().at("count"));
        }
        Map<String, ?> ends = Chains.between("0", "1");
        assertEquals(1, Chains.chain(rest, "guards-window", ends).ok().at("length"));
        Map<String, ?> sides = Map.of("a", Chains.end("0"), "b", Chains.end("1"));
        TestIndex.send(rest, "compare", "guards-window", sides).ok();
        Map<String, ?> like = Map.of("like", Chains.end("0"));
        Answer found =
                rest.post("/guards-window/_search?size=1", Map.of("query", TestIndex.query(like)));
        assertEquals("1", found.ok().at("hits", "hits", 0, "_id"));

        Map<String, ?> processor = Map.of(
                "field", TestIndex.FIELD, "near_field", TestIndex.FIELD, "index", "guards-window");
        new Intake(rest).put("guards-window", processor).ok();
        rest.put("/guards-window/_doc/new?pipeline=guards-window", Map.of(TestIndex.FIELD, text))
                .ok();
        assertEquals(
                "0",
                rest.call("GET", "/guards-window/_doc/new").ok()
                        .at("_source", "near_duplicate", "of", 0, "_id"));
    }

    private static void setting(Request request, String name, int min, int max)
            throws IOException {
        try {
            request.with(name, min).ok();
            request.with(name, max).ok();
            request.with(name, min - 1L).refused(400, "[" + name + "]", "must be >= " + min);
            request.with(name, max + 1L).refused(400, "[" + name + "]");
        } finally {
            request.with(name, null).ok();
        }
    }

    private static void whole(Request request, String parameter, int min, int max)
            throws IOException {
        String bounds = "[" + parameter + "] must be a whole number between " + min + " and " + max;
        request.with(parameter, min).ok();
        request.with(parameter, max).ok();
        for (Object value : List.of(
                min - 1L, max + 1L, Long.MAX_VALUE, Long.MIN_VALUE, min + 0.5, "x", "1e999999999",
                "9".repeat(1_000_000))) {
            request.with(parameter, value).refused(400, bounds);
        }
    }

    private static void share(Request request, String parameter, boolean oneIncluded)
            throws IOException {
        String bounds = "[" + parameter + "] must be a number in (0,1" + (oneIncluded ? "]" : ")");
        request.with(parameter, oneIncluded ? 1 : 0.5).ok();
        for (Object value : List.of(
                0, -0.1, oneIncluded ? 1.000001 : 1, 2, "x", "1e999999999", "-1e-999999999", "NaN",
                "0." + "9".repeat(1_000_000))) {
            request.with(parameter, value).refused(400, bounds);
        }
    }

    private static Map<String, Object> with(
            String name, Object value, String parameter, Object tried) {
        Map<String, Object> all = new HashMap<>();
        all.put(name, value);
        all.put(parameter, tried);
        return all;
    }
}
