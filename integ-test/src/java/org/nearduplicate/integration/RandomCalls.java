package org.nearduplicate.integration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;

/** Random calls of every endpoint that answers about documents, each to be sent to several indices. */
final class RandomCalls {

    /** Stands for the index in a path or a body. */
    private static final String INDEX = "{index}";

    private final SplittableRandom random;
    private final List<String> ids;
    private final List<String> texts;
    private final List<Call> calls = new ArrayList<>();

    private RandomCalls(SplittableRandom random, List<String> ids, List<String> texts) {
        this.random = random;
        this.ids = ids;
        this.texts = texts;
    }

    /** What is sent. */
    record Call(String method, String path, String body) {

        /** Returns the call of an endpoint of whichever index, by POST. */
        static Call of(String endpoint, Map<String, ?> body) {
            return new Call("POST", "/" + INDEX + "/" + endpoint, Json.of(body));
        }

        /** Returns the call of an endpoint that only GET is for. */
        static Call get(String endpoint) {
            return new Call("GET", "/" + INDEX + "/" + endpoint, "{}");
        }

        /** Sends it to an index. */
        Answer send(RestCalls rest, String index) throws IOException {
            return rest.call(method, path.replace(INDEX, index), body.replace(INDEX, index));
        }
    }

    /**
     * Returns calls.
     *
     * @param ids of documents that may be there, hidden, or missing
     * @param texts of documents that may be
     */
    static List<Call> of(SplittableRandom random, List<String> ids, List<String> texts) {
        RandomCalls calls = new RandomCalls(random, ids, texts);
        for (int i = 0; i < 8; i++) {
            calls.search(calls.oneOf(texts));
            calls.search(calls.document());
        }
        for (int i = 0; i < 3; i++) {
            calls.collapse();
            calls.count();
            calls.explain();
            calls.groups();
            calls.chain();
            calls.compare();
        }
        calls.calls.add(Call.get("_near_duplicate/stats?size=" + random.nextInt(1, 20)));
        calls.tune();
        return calls.calls;
    }

    private void search(Object like) {
        Map<String, ?> near = near(like);
        Map<String, ?> query = random.nextBoolean()
                ? near
                : Map.of("bool", Map.of("filter", near));
        Map<String, ?> colours = Map.of("terms", Map.of("field", "colour"));
        add(
                "_search?size=1000&track_total_hits=true",
                Map.of(
                        "query", query,
                        "highlight",
                        Map.of(
                                "type", "near_duplicate",
                                "fields", Map.of(TestIndex.FIELD, Map.of())),
                        "sort", List.of("_score", Map.of("number", "asc")),
                        "aggs", Map.of(
                                "colours", colours,
                                "near", Map.of(
                                        "filter", near(like), "aggs",
                                        Map.of("colours", colours)))));
    }

    /** Sorted by what is the same in all indices: scores may be equal, and texts are in other places. */
    private void collapse() {
        Map<String, ?> query =
                random.nextBoolean() ? Map.of("match_all", Map.of()) : near(oneOf(texts));
        Map<String, Object> collapse = verified();
        collapse.put("rank_window_size", random.nextInt(10, 200));
        collapse.put("max_near_duplicates", random.nextInt(6));
        collapse.put(
                "retriever",
                Map.of(
                        "standard",
                        Map.of("query", query, "sort", List.of(Map.of("number", "asc")))));
        add("_search", Map.of("retriever", Map.of("near_duplicate_collapse", collapse)));
    }

    private void count() {
        add("_count", Map.of("query", near(oneOf(texts))));
    }

    private void explain() {
        add("_explain/" + oneOf(ids), Map.of("query", near(oneOf(texts))));
    }

    private void groups() {
        Map<String, Object> body = verified();
        body.put("pairs", true);
        body.put("method", oneOf(List.of("star", "components")));
        body.put("max_bucket_texts", random.nextInt(2, 8));
        body.put("fields", List.of("n*", "colour"));
        add("_near_duplicate/groups" + oneOf(List.of("", "?format=html")), body);
    }

    private void chain() {
        Map<String, Object> body = verified();
        body.put("start", Chains.end(oneOf(ids)));
        body.put("end", Chains.end(oneOf(ids)));
        add("_near_duplicate/chain", body);
    }

    private void compare() {
        add(
                "_near_duplicate/compare" + oneOf(List.of("", "?format=html")),
                Map.of(
                        "field", TestIndex.FIELD,
                        "a", document(),
                        "b", random.nextBoolean() ? document() : oneOf(texts)));
    }

    /** Half of the sample is drawn at random, by sequence numbers: so all of the documents are. */
    private void tune() {
        add(
                "_near_duplicate/tune",
                Map.of("field", TestIndex.FIELD, "sample_size", 1000, "bands", 19, "rows", 3));
    }

    private Map<String, ?> near(Object like) {
        Map<String, Object> near = verified();
        near.put("like", like);
        near.put("share_of", oneOf(List.of("union", "like", "document")));
        if (random.nextInt(3) > 0) {
            near.put("max_bucket_size", random.nextInt(1, 6));
        }
        return TestIndex.query(near);
    }

    private Map<String, Object> verified() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("field", TestIndex.FIELD);
        String verify = oneOf(List.of("signature", "exact", "default"));
        if (verify.equals("default") == false) {
            body.put("verify", verify);
        }
        body.put("min_similarity", random.nextInt(3, 10) / 10.0);
        return body;
    }

    private Map<String, ?> document() {
        return Map.of("_index", INDEX, "_id", oneOf(ids));
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private void add(String endpoint, Map<String, ?> body) {
        calls.add(Call.of(endpoint, body));
    }
}
