package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;

/**
 * Pipelines with the processor, and documents that go through them. Their indices are refreshed when a test says so,
 * so that nothing is seen by luck.
 */
final class Intake {

    static final String NEAR = "body.near";

    private final RestCalls rest;
    private final TreeSet<String> created = new TreeSet<>();

    Intake(RestCalls rest) {
        this.rest = rest;
    }

    /** Creates an index, anew if it exists. */
    void create(String name, Map<String, ?> settings) throws IOException {
        created.add(name);
        Map<String, Object> all =
                new LinkedHashMap<>(Map.of("number_of_replicas", 0, "refresh_interval", "-1"));
        all.putAll(settings);
        TestIndex.createWith(rest, name, all, properties());
    }

    static Map<String, ?> properties() {
        return Map.of("body", TestIndex.textWithNear(Map.of()), "n", Map.of("type", "integer"));
    }

    /** Deletes the indices, with which all goes that a node remembers of them. */
    void deleteAll() throws IOException {
        if (created.isEmpty() == false) {
            rest.call("DELETE", "/" + String.join(",", created) + "?ignore_unavailable=true").ok();
        }
        created.clear();
    }

    /** Puts a pipeline of this processor alone, which looks into an index unless it says where. */
    Answer put(String pipeline, Map<String, ?> parameters) throws IOException {
        return put(pipeline, List.of(processor(parameters)));
    }

    Answer put(String pipeline, List<?> processors) throws IOException {
        return rest.put("/_ingest/pipeline/" + pipeline, Map.of("processors", processors));
    }

    /** The processor with these parameters, and what it needs besides; those that are null are left out. */
    static Map<String, ?> processor(Map<String, ?> parameters) {
        Map<String, Object> all = new LinkedHashMap<>(
                Map.of("field", "body", "index", "news", "near_field", NEAR));
        all.put("min_similarity", 0.9);
        all.putAll(parameters);
        all.values().removeIf(value -> value == null);
        return Map.of("near_duplicate", all);
    }

    /** A document with a text. One whose number is n higher has a similarity of (38 − n) / (38 + n): 0.949, 0.9, 0.854 … */
    static Map<String, Object> text(String name, int number) {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("body", Texts.window(name, number, 40));
        return source;
    }

    static Map<String, Object> text(String name) {
        return text(name, 0);
    }

    Answer send(String call, Map<String, ?> source) throws IOException {
        String[] words = call.split(" ");
        return rest.call(words[0], words[1], Json.of(source));
    }

    /**
     * Sends documents in one request.
     *
     * @param path of the request
     * @param lines actions, as {@code index 7} or {@code create}, each but a {@code delete} followed by a document
     */
    Answer bulk(String path, Object... lines) throws IOException {
        return bulk(rest, path, lines);
    }

    static Answer bulk(RestCalls rest, String path, Object... lines) throws IOException {
        StringBuilder body = new StringBuilder();
        for (Object line : lines) {
            if (line instanceof String action) {
                String[] words = action.split(" ");
                body.append(
                        Json.of(
                                Map.of(
                                        words[0],
                                        words.length == 1 ? Map.of() : Map.of("_id", words[1]))));
            } else {
                body.append(Json.of(asMap(line)));
            }
            body.append('\n');
        }
        return rest.callLines("POST", path, body.toString()).ok();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, ?> asMap(Object line) {
        return (Map<String, ?>) line;
    }

    /** The items of an answer, each the object with the result of its document. */
    static List<Map<?, ?>> items(Answer bulk) throws IOException {
        List<Map<?, ?>> items = new ArrayList<>();
        for (Map<?, ?> item : bulk.ok().objects("items")) {
            items.add((Map<?, ?>) item.values().iterator().next());
        }
        return items;
    }

    /** What became of the items of an answer: {@code created}, {@code noop} …, or the status of an error. */
    static List<String> results(Answer bulk) throws IOException {
        List<String> results = new ArrayList<>();
        for (Map<?, ?> item : items(bulk)) {
            Object result = item.get("result");
            results.add(result == null ? item.get("status").toString() : (String) result);
        }
        return results;
    }

    static String id(Answer answer) throws IOException {
        return (String) answer.ok().at("_id");
    }

    void refresh(String index) throws IOException {
        rest.call("POST", "/" + index + "/_refresh").ok();
    }

    int count(String index) throws IOException {
        refresh(index);
        Answer answer = rest.call("GET", "/" + index + "/_count").ok();
        assertEquals(answer.text(), 0, answer.at("_shards", "failed"));
        return ((Number) answer.at("count")).intValue();
    }

    Map<?, ?> source(String index, String id) throws IOException {
        return (Map<?, ?>) rest.call("GET", "/" + index + "/_doc/" + id).ok().at("_source");
    }

    /** What a document, as it was indexed, says that it is a near duplicate of; none if it does not say. */
    List<String> tag(String index, String id) throws IOException {
        return tag(source(index, id).get("near_duplicate"));
    }

    static List<String> tag(Object targetField) {
        List<String> names = new ArrayList<>();
        if (targetField != null) {
            for (Object match : (List<?>) ((Map<?, ?>) targetField).get("of")) {
                Map<?, ?> found = (Map<?, ?>) match;
                names.add(
                        found.get("_index") + " " + found.get("_id") + " "
                                + String.format(Locale.ROOT, "%.3f", found.get("similarity")));
            }
        }
        return names;
    }
}
