package org.nearduplicate.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;

/** The licences in Elasticsearch, and the questions asked of them. */
final class LicenceIndex {

    static final String NAME = "licences";
    static final String FIELD = "text.near";

    /** What a user writes to make an index find near duplicates. */
    static final String MAPPING =
            """
                    {
                      "mappings": {
                        "properties": {
                          "name": { "type": "keyword" },
                          "text": {
                            "type": "text",
                            "fields": {
                              "near": { "type": "minhash", "similarity": 0.5, "passages": 8 }
                            }
                          }
                        }
                      }
                    }""";

    /** What a user asks for the groups of an index. */
    static final String GROUPS =
            """
                    {
                      "field": "text.near",
                      "min_similarity": 0.8,
                      "size": 12
                    }""";

    /** What a user asks for words, to get no licence twice. */
    static final String SEARCH =
            """
                    {
                      "size": 8,
                      "_source": false,
                      "retriever": {
                        "near_duplicate_collapse": {
                          "retriever": { "standard": { "query": { "match": { "text": "sharealike" } } } },
                          "field": "text.near",
                          "min_similarity": 0.8
                        }
                      }
                    }""";

    /** What a user asks for the bands and hashes that suit the texts of an index. */
    static final String TUNE =
            """
                    {
                      "field": "text",
                      "similarity": 0.8
                    }""";

    private static final int BATCH = 100;

    private final RestCalls rest;

    LicenceIndex(RestCalls rest) {
        this.rest = rest;
    }

    /**
     * A licence that was found.
     *
     * @param similarity its similarity to what was asked for
     * @param id its SPDX identifier
     * @param name its full name
     */
    record Hit(double similarity, String id, String name) {}

    /**
     * The answer to a question.
     *
     * @param total the number of licences found
     * @param hits the most similar of them
     */
    record Found(int total, List<Hit> hits) {}

    /** Creates the index with {@link #MAPPING}. */
    void create() throws IOException {
        rest.call("PUT", "/" + NAME, MAPPING).ok();
    }

    /**
     * Indexes all licences.
     *
     * @param progress is told how many are indexed
     */
    void add(List<Licence> licences, IntConsumer progress) throws IOException {
        for (int from = 0; from < licences.size(); from += BATCH) {
            int to = Math.min(from + BATCH, licences.size());
            Answer answer =
                    rest.callLines("POST", "/_bulk", lines(licences.subList(from, to))).ok();
            if (Boolean.TRUE.equals(answer.at("errors"))) {
                throw new IllegalStateException("not all licences were indexed: " + answer.text());
            }
            progress.accept(to);
        }
        rest.call("POST", "/" + NAME + "/_refresh").ok();
    }

    /** Returns the licences that a query finds, the most similar first. */
    Found ask(String query) throws IOException {
        Answer answer = rest.call("POST", "/" + NAME + "/_search", query).ok();
        List<Hit> hits = new ArrayList<>();
        for (Object hit : (List<?>) answer.at("hits", "hits")) {
            Map<?, ?> fields = (Map<?, ?>) hit;
            Map<?, ?> source = (Map<?, ?>) fields.get("_source");
            hits.add(
                    new Hit(
                            ((Number) fields.get("_score")).doubleValue(),
                            (String) fields.get("_id"),
                            (String) source.get("name")));
        }
        return new Found((int) answer.at("hits", "total", "value"), hits);
    }

    /** Returns what {@link #SEARCH} finds. */
    LicenceResults search() throws IOException {
        return LicenceResults.of(rest.call("POST", "/" + NAME + "/_search", SEARCH).ok());
    }

    /** Returns the groups of all licences, as {@link #GROUPS} asks for them. */
    LicenceGroups groups() throws IOException {
        return LicenceGroups.of(
                rest.call("POST", "/" + NAME + "/_near_duplicate/groups", GROUPS).ok());
    }

    /** Returns what a text has in common with a licence. */
    LicenceComparison compare(String text, String licence) throws IOException {
        Map<String, ?> body = Map.of("field", FIELD, "a", text, "b", Map.of("_id", licence));
        return LicenceComparison.of(text,
                rest.post("/" + NAME + "/_near_duplicate/compare", body).ok());
    }

    /** Returns which licences are known when all come in again, by {@link LicenceIntake#PIPELINE}. */
    LicenceIntake takeIn(List<Licence> licences) throws IOException {
        return LicenceIntake.of(licences, rest);
    }

    /** Returns what was measured of the settings that {@link #TUNE} asks for. */
    LicenceTuning tuning() throws IOException {
        return LicenceTuning.of(
                rest.call("POST", "/" + NAME + "/_near_duplicate/tune", TUNE).ok());
    }

    /** Returns the search body for the licences nearly like a text or a stored document. */
    static String question(Object like, double minSimilarity) {
        return question(like, "union", minSimilarity);
    }

    /** Returns the same for a share of the text or of the licences. */
    static String question(Object like, String shareOf, double minSimilarity) {
        Map<String, Object> query =
                Map.of(
                        "field", FIELD,
                        "like", like,
                        "share_of", shareOf,
                        "min_similarity", minSimilarity);
        return Json.of(
                Map.of(
                        "size", 10,
                        "_source", List.of("name"),
                        "query", Map.of("near_duplicate", query)));
    }

    private static String lines(List<Licence> licences) {
        StringBuilder lines = new StringBuilder();
        for (Licence licence : licences) {
            lines.append(Json.of(Map.of("index", Map.of("_index", NAME, "_id", licence.id()))))
                    .append('\n')
                    .append(Json.of(Map.of("name", licence.name(), "text", licence.text())))
                    .append('\n');
        }
        return lines.toString();
    }
}
