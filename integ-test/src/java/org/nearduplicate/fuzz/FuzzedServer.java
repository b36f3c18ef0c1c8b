package org.nearduplicate.fuzz;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerNode;

/**
 * What the requests of a fuzzer are sent to: an index that nothing may change, one that may be written
 * to, and what has to be true of the server afterwards.
 */
final class FuzzedServer {

    private static final String INDEX = "fuzz";
    private static final String WRITTEN = "fuzz-write";
    private static final int DOCUMENTS = 40;
    private static final Pattern TOOK = Pattern.compile("\"took\":\\d+,");

    /** Searches, groups, a chain and a comparison whose answers are the same as long as the index is. */
    private static final Map<String, String> REFERENCES = Map.of(
            "/fuzz/_search?size=100",
            "{\"query\":{\"near_duplicate\":{\"field\":\"near\",\"like\":{\"_index\":\"fuzz\","
                    + "\"_id\":\"1\"},\"min_similarity\":0.1}},\"sort\":[\"_score\",\"rank\"],"
                    + "\"highlight\":{\"type\":\"near_duplicate\",\"fields\":{\"near\":{}}}}",
            "/fuzz/_near_duplicate/groups",
            "{\"field\":\"near\",\"min_similarity\":0.3,\"pairs\":true}",
            "/fuzz/_near_duplicate/chain",
            "{\"field\":\"near\",\"start\":{\"_id\":\"1\"},\"end\":{\"_id\":\"9\"},\"min_similarity\":0.1}",
            "/fuzz/_near_duplicate/compare",
            "{\"field\":\"near\",\"a\":{\"_id\":\"1\"},\"b\":{\"_id\":\"9\"}}",
            "/_near_duplicate/curve", "{\"similarity\":0.5}");

    private final ServerNode node;
    private final RestCalls rest;
    private final Map<String, String> answers = new LinkedHashMap<>();

    private FuzzedServer(ServerNode node, RestCalls rest) {
        this.node = node;
        this.rest = rest;
    }

    /** Makes the indices and notes what is answered before anything wrong is sent. */
    static FuzzedServer prepare(ServerNode node, RestCalls rest) throws IOException {
        FuzzedServer server = new FuzzedServer(node, rest);
        Map<String, Object> settings = Map.of("number_of_shards", 2, "number_of_replicas", 0);
        rest.call("PUT", "/" + INDEX, index(settings)).ok();
        server.index();
        // Requests may name any index. This one must stay as it is.
        rest.call("PUT", "/" + INDEX + "/_settings", "{\"index.blocks.read_only\":true}").ok();
        rest.call("PUT", "/" + WRITTEN, index(Map.of("number_of_replicas", 0))).ok();
        for (String path : REFERENCES.keySet()) {
            server.answers.put(path, server.reference(path));
        }
        return server;
    }

    String address() throws IOException {
        return node.address();
    }

    /** Deletes what requests have created, and takes back what they have set. */
    void sweep() throws IOException {
        List<String> created = new ArrayList<>();
        for (String name : rest.call("GET", "/_alias").ok().body().keySet()) {
            if (name.equals(INDEX) == false && name.equals(WRITTEN) == false
                    && name.startsWith(".") == false) {
                created.add(name);
            }
        }
        if (created.isEmpty() == false) {
            rest.call("DELETE", "/" + String.join(",", created) + "?ignore_unavailable=true").ok();
        }
        rest.call("PUT", "/_cluster/settings", "{\"persistent\":{\"near_duplicate.*\":null}}").ok();
    }

    /**
     * Checks that the server is as before: the same answers, no task, no memory charged, and nothing in
     * its log that no request may cause.
     */
    void check() throws IOException, InterruptedException {
        if (node.isRunning() == false) {
            throw new AssertionError("the server ended:\n" + ServerLog.end(node.log()));
        }
        sweep();
        for (Map.Entry<String, String> before : answers.entrySet()) {
            String now = reference(before.getKey());
            if (before.getValue().equals(now) == false) {
                throw new AssertionError(
                        before.getKey() + " answered " + before.getValue() + "\n, now " + now);
            }
        }
        awaitGone("tasks", "/_tasks?actions=*near_duplicate*,indices:data/*", "\"action\"");
        awaitGone("charges", "/_nodes/stats/breaker?filter_path=**.request.estimated_size_in_bytes",
                "\"estimated_size_in_bytes\":[1-9]");
        List<String> complaints = ServerLog.complaints(node.log());
        if (complaints.isEmpty() == false) {
            throw new AssertionError("in the log:\n" + String.join("\n", complaints));
        }
    }

    private void awaitGone(String what, String path, String pattern)
            throws IOException, InterruptedException {
        Pattern present = Pattern.compile(pattern);
        String[] last = new String[1];
        Await.found(() -> {
            last[0] = rest.call("GET", path).ok().text();
            return present.matcher(last[0]).find() ? Optional.empty() : Optional.of(true);
        }, () -> what + " are left: " + last[0]);
    }

    private String reference(String path) throws IOException {
        Answer answer = rest.call("POST", path, REFERENCES.get(path)).ok();
        return TOOK.matcher(answer.text()).replaceFirst("");
    }

    private static String index(Map<String, Object> settings) {
        Map<String, Object> exact =
                Map.of("type", "minhash", "similarity", 0.3, "recall", 0.9, "exact", true,
                        "passages", 2);
        Map<String, Object> near = Map.of("type", "minhash");
        return Json.of(Map.of(
                "settings", settings,
                "mappings", Map.of(
                        "properties", Map.of(
                                "near", exact,
                                "other", near,
                                "body", Map.of("type", "text", "fields", Map.of("near", near)),
                                "colour", Map.of("type", "keyword"),
                                "rank", Map.of("type", "long"),
                                "published", Map.of("type", "date"),
                                "comments", Map.of(
                                        "type", "nested",
                                        "properties", Map.of(
                                                "near", near,
                                                "n", Map.of("type", "long")))))));
    }

    /** Indexes texts that are near duplicates of one another, the nearer the closer their numbers. */
    private void index() throws IOException {
        List<String> words = List.of(
                "the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "near",
                "the",
                "river", "one", "two", "three", "four", "five", "six", "seven");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < DOCUMENTS; i++) {
            List<String> text = new ArrayList<>(words);
            text.subList(0, i % 10 / 2).clear();
            text.add("number" + i / 4);
            Map<String, Object> source = new LinkedHashMap<>();
            source.put("near", String.join(" ", text));
            source.put("other", List.of(String.join(" ", text), "a second value of the field"));
            source.put("body", String.join(" ", text));
            source.put("colour", i % 3 == 0 ? "red" : "blue");
            source.put("rank", i);
            source.put("comments", List.of(
                    Map.of("near", "a comment about " + String.join(" ", text), "n", i)));
            lines.append("{\"index\":{\"_id\":\"").append(i).append("\"}}\n");
            lines.append(Json.of(source)).append('\n');
        }
        lines.append("{\"index\":{\"_id\":\"none\"}}\n{\"colour\":\"red\"}\n");
        lines.append("{\"index\":{\"_id\":\"blank\"}}\n{\"near\":\"?!\",\"body\":\"\"}\n");
        Answer answer = rest.callLines(
                "POST", "/" + INDEX + "/_bulk?refresh=true", lines.toString()).ok();
        if (Boolean.TRUE.equals(answer.at("errors"))) {
            throw new AssertionError(answer.text());
        }
    }
}
