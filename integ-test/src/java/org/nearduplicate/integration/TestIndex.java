package org.nearduplicate.integration;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;

/** An index with a {@code minhash} field, and the calls that a test makes of it. */
final class TestIndex {

    static final String FIELD = "near";

    private final RestCalls rest;
    private final String name;

    private TestIndex(RestCalls rest, String name) {
        this.rest = rest;
        this.name = name;
    }

    /** Creates an index of one shard, anew if it exists, whose field {@link #FIELD} has these parameters. */
    static TestIndex create(RestCalls rest, String name, Map<String, ?> parameters)
            throws IOException {
        return create(rest, name, settings(1), parameters);
    }

    /** Creates an index, anew if it exists, with settings. */
    static TestIndex create(
            RestCalls rest, String name, Map<String, ?> settings, Map<String, ?> parameters)
            throws IOException {
        return createWith(
                rest, name, settings,
                Map.of(FIELD, minHash(parameters), "colour", Map.of("type", "keyword")));
    }

    /** Creates an index, anew if it exists, with settings and all properties of its mapping. */
    static TestIndex createWith(
            RestCalls rest, String name, Map<String, ?> settings, Map<String, ?> properties)
            throws IOException {
        return createOf(rest, name, settings, Map.of("properties", properties));
    }

    /** Creates an index of one shard, anew if it exists, that does not store the source of documents. */
    static TestIndex createWithoutSource(
            RestCalls rest, String name, Map<String, ?> properties) throws IOException {
        return createOf(
                rest, name, settings(1),
                Map.of("_source", Map.of("enabled", false), "properties", properties));
    }

    private static TestIndex createOf(
            RestCalls rest, String name, Map<String, ?> settings, Map<String, ?> mapping)
            throws IOException {
        rest.call("DELETE", "/" + name + "?ignore_unavailable=true").ok();
        rest.put("/" + name, Map.of("settings", settings, "mappings", mapping)).ok();
        return new TestIndex(rest, name);
    }

    /** Returns the settings of an index without replicas. */
    static Map<String, ?> settings(int shards) {
        return Map.of("number_of_shards", shards, "number_of_replicas", 0);
    }

    /** Returns the mapping of a field of type {@code minhash} with these parameters. */
    static Map<String, Object> minHash(Map<String, ?> parameters) {
        Map<String, Object> field = new LinkedHashMap<>(parameters);
        field.put("type", "minhash");
        return field;
    }

    /** Returns the mapping of a text with a multi-field {@code near} of type {@code minhash}. */
    static Map<String, ?> textWithNear(Map<String, ?> parameters) {
        return Map.of("type", "text", "fields", Map.of("near", minHash(parameters)));
    }

    String name() {
        return name;
    }

    /** Indexes a document, visible at once. */
    Answer put(String id, Object text) throws IOException {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put(FIELD, text);
        return rest.call("PUT", "/" + name + "/_doc/" + id + "?refresh=true", Json.of(source));
    }

    /** Indexes texts under the identifiers 0, 1, 2 …, visible at once. */
    void putAll(List<String> texts) throws IOException {
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (int i = 0; i < texts.size(); i++) {
            sources.put(Integer.toString(i), Map.of(FIELD, texts.get(i)));
        }
        putSources(sources, "");
    }

    /** Indexes texts under the identifiers given, visible at once. */
    void putTexts(Map<String, String> texts) throws IOException {
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        texts.forEach((id, text) -> sources.put(id, Map.of(FIELD, text)));
        putSources(sources, "");
    }

    /** Indexes whole documents by their identifiers, visible at once. */
    void putSources(Map<String, ? extends Map<String, ?>> sources, String parameters)
            throws IOException {
        rest.bulk("/" + name + "/_bulk?refresh=true" + parameters, sources);
    }

    /** Asks for near duplicates; the query's other parameters come with it. */
    Answer near(Map<String, ?> query) throws IOException {
        return search(Map.of("query", query(query)));
    }

    /** Sends a search as it is, for up to 1,000 hits. */
    Answer search(Map<String, ?> body) throws IOException {
        return rest.post("/" + name + "/_search?size=1000", body);
    }

    /**
     * Sends a request of the plugin's own, of the kind {@code groups}, {@code chain} …, for {@link #FIELD} unless it
     * names a field.
     */
    static Answer send(RestCalls rest, String kind, String indices, Map<String, ?> body)
            throws IOException {
        return rest.post("/" + indices + "/_near_duplicate/" + kind, withField(body));
    }

    /** Returns a query for near duplicates, for {@link #FIELD} unless it names a field. */
    static Map<String, ?> query(Map<String, ?> parameters) {
        return Map.of("near_duplicate", withField(parameters));
    }

    /** Returns the scores of the hits by identifier. */
    static Map<String, Float> scores(Answer answer) throws IOException {
        return scores(answer.ok().body());
    }

    /** Returns the scores of the hits of one of several searches, by identifier. */
    static Map<String, Float> scores(Map<?, ?> response) {
        Map<String, Float> scores = new LinkedHashMap<>();
        for (Object hit : (List<?>) ((Map<?, ?>) response.get("hits")).get("hits")) {
            Map<?, ?> fields = (Map<?, ?>) hit;
            scores.put((String) fields.get("_id"), ((Number) fields.get("_score")).floatValue());
        }
        return scores;
    }

    static Map<String, Object> withField(Map<String, ?> query) {
        Map<String, Object> all = new LinkedHashMap<>(query);
        all.putIfAbsent("field", FIELD);
        return all;
    }
}
