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
 * Every number that a mapping, a request or a setting may have, at its bounds and beyond each: what is
 * beyond is a 400 that names the number and what it may be.
 */
public class GuardsIT {

    private static final String INDEX = "guards";
    private static final String RUN = "/" + INDEX + "/_near_duplicate/";
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

    /** Sends a request in which one parameter has a value, and others what lets it reach its bounds. */
    @FunctionalInterface
    private interface Request {

        Answer with(String parameter, Object value) throws IOException;
    }

    @Test
    public void mapping() throws IOException {
        scheme(
                (parameter, value) -> create(
                        Map.of(
                                "mappings",
                                Map.of(
                                        "properties",
                                        Map.of("f", with("type", "minhash", parameter, value))))));
        whole(
                (parameter, value) -> create(
                        Map.of(
                                "mappings",
                                Map.of(
                                        "properties",
                                        Map.of("f", with("type", "minhash", parameter, value))))),
                "passages", 2, 64);
    }

    @Test
    public void tokenFilter() throws IOException {
        scheme(
                (parameter, value) -> create(
                        Map.of(
                                "settings",
                                Map.of(
                                        "analysis.filter.f",
                                        with("type", "minhash_bands", parameter, value)))));
    }

    private static void scheme(Request request) throws IOException {
        whole(request, "shingle_size", 1, 64);
        whole(request, "hash_count", 16, 1_024);
        whole(request, "bands", 1, 512);
        whole(request, "rows", 2, 6);
        whole(request, "seed", 0, MAX_INT);
        whole(request, "scheme_version", 3, 3);
        share(request, "similarity", true);
        share(request, "recall", false);
    }

    /** The most bands and rows would need three times as many components as there can be. */
    @Test
    public void bandsTimesRows() throws IOException {
        Map<String, ?> most = Map.of("bands", 512, "rows", 6, "hash_count", 1_024);
        Map<String, Object> field = new HashMap<>(most);
        field.put("type", "minhash");
        create(Map.of("mappings", Map.of("properties", Map.of("f", field)))).refused(400,
                "[bands] × [rows]", "[hash_count]");
        rest.post("/_near_duplicate/curve", most).refused(400, "[hash_count]");
        run("tune", most).refused(400, "[bands] × [rows] must fit into [hash_count]");
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
        Request request = (parameter, value) -> run("groups", with("verify", "signature", parameter,
                value));
        whole(request, "min_group_size", 2, 1_000_000);
        whole(request, "max_bucket_texts", 2, 100_000);
        whole(request, "size", 0, 1_000);
        whole(request, "max_members", 1, 10_000);
        whole(request, "max_pairs", 1, 1_000_000);
        share(request, "min_similarity", true);
    }

    @Test
    public void chain() throws IOException {
        Request request = (parameter, value) -> {
            Map<String, Object> body = with("start", Chains.end("0"), parameter, value);
            body.put("end", Chains.end("1"));
            return run("chain", body);
        };
        whole(request, "max_length", 1, 100);
        share(request, "min_similarity", true);
    }

    @Test
    public void compare() throws IOException {
        Request request = (parameter, value) -> {
            Map<String, Object> body = with("a", Chains.end("0"), parameter, value);
            body.put("b", "one text that was there");
            return run("compare", body);
        };
        whole(request, "size", 0, 100_000);
        for (String side : List.of("a", "b")) {
            Map<String, Object> body = with("a", "a", "b", "a");
            body.put(side, Collections.nCopies(100_000, "a"));
            run("compare", body).ok();
            body.put(side, Collections.nCopies(100_001, "a"));
            run("compare", body).refused(400,
                    "[" + side + "] must be an array of at most [100000] texts");
        }
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
    public void curve() throws IOException {
        Request request = (parameter, value) -> rest.post("/_near_duplicate/curve",
                with("hash_count", 1_024, parameter, value));
        whole(request, "bands", 1, 512);
        whole(request, "rows", 2, 6);
        whole(request, "hash_count", 16, 1_024);
        whole(request, "passages", 2, 64);
        whole((parameter, value) -> rest.post("/_near_duplicate/curve",
                with("passages", 2, parameter, value)), "shortest_passage", 1, 1_000_000);
        share(request, "similarity", true);
        share(request, "recall", false);
        Request noise = (parameter, value) -> {
            Map<String, Object> body = with("noise_similarity", 0.01, parameter, value);
            body.put("similarity", 1);
            return rest.post("/_near_duplicate/curve", body);
        };
        beyondShare(noise, "noise_similarity", true);
        beyondShare(noise, "noise", false);
    }

    @Test
    public void tune() throws IOException {
        Request request = (parameter, value) -> run("tune", with("hash_count", 64, parameter,
                value));
        whole(request, "sample_size", 2, 10_000);
        whole(request, "seed", 0, MAX_INT);
        whole(request, "shingle_size", 1, 64);
        whole(request, "hash_count", 16, 1_024);
        whole(request, "bands", 1, 512);
        whole(request, "rows", 2, 6);
        whole(request, "passages", 2, 64);
        whole(request, "shortest_passage", 1, 1_000_000);
        share(request, "similarity", true);
        share(request, "recall", false);
        share(request, "noise", false);
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
        String path = "/guards-window/_near_duplicate/";

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
        rest.post(path + "compare", TestIndex.withField(sides)).ok();
        Map<String, ?> like = Map.of("like", Chains.end("0"));
        Answer found =
                rest.post("/guards-window/_search?size=1", Map.of("query", TestIndex.query(like)));
        assertEquals("1", found.ok().at("hits", "hits", 0, "_id"));

        rest.put(
                "/_ingest/pipeline/guards-window", Map
                        .of("processors",
                                List.of(Intake.processor(Map.of("field", TestIndex.FIELD,
                                        "near_field", TestIndex.FIELD, "index", "guards-window")))))
                .ok();
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

    /** Other answers than those of bounds are those of texts that are too few, or goals that are too high. */
    private static void whole(Request request, String parameter, int min, int max)
            throws IOException {
        String bounds = "[" + parameter + "] must be "
                + (min == max ? min : "a whole number between " + min + " and " + max);
        for (int value : new int[] {min, max}) {
            accepted(request.with(parameter, value), bounds);
        }
        for (Object value : List.of(
                min - 1L, max + 1L, Long.MAX_VALUE, Long.MIN_VALUE, min + 0.5, "1e999999999",
                "9".repeat(1_000_000))) {
            request.with(parameter, value).refused(400, bounds);
        }
    }

    private static void share(Request request, String parameter, boolean oneIncluded)
            throws IOException {
        accepted(request.with(parameter, oneIncluded ? 1 : 0.5), "[" + parameter + "] must be a");
        beyondShare(request, parameter, oneIncluded);
    }

    private static void beyondShare(Request request, String parameter, boolean oneIncluded)
            throws IOException {
        String bounds = "[" + parameter + "] must be a number in (0,1" + (oneIncluded ? "]" : ")");
        for (Object value : List.of(
                0, -0.1, oneIncluded ? 1.000001 : 1, 2, "1e999999999", "-1e-999999999", "NaN",
                "0.9".repeat(1_000_000))) {
            request.with(parameter, value).refused(400, bounds);
        }
    }

    private static void accepted(Answer answer, String bounds) {
        assertEquals(answer.text(), -1, answer.text().indexOf(bounds));
        assertEquals(answer.text(), 200, answer.status());
    }

    private static String shortened(Answer answer) {
        return answer.text().substring(0, Math.min(1_000, answer.text().length()));
    }

    private static Answer run(String what, Map<String, ?> body) throws IOException {
        return rest.post(RUN + what, TestIndex.withField(body));
    }

    private static Answer create(Map<String, ?> body) throws IOException {
        rest.call("DELETE", "/guards-made?ignore_unavailable=true").ok();
        return rest.put("/guards-made", body);
    }

    private static Map<String, Object> with(
            String name, Object value, String parameter, Object tried) {
        Map<String, Object> all = new HashMap<>();
        all.put(name, value);
        switch (parameter) {
            case "bands" -> all.putAll(Map.of("rows", 2, "hash_count", 1_024));
            case "rows" -> all.putAll(Map.of("bands", 1, "hash_count", 1_024));
            case "hash_count" -> all.putAll(Map.of("bands", 4, "rows", 4));
            default -> {
            }
        }
        all.put(parameter, tried);
        return all;
    }
}
