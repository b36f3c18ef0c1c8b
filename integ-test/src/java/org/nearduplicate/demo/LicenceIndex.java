package org.nearduplicate.demo;

import java.io.IOException;
import java.util.LinkedHashMap;
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
                          "family": { "type": "keyword" },
                          "duplicates": {
                            "properties": {
                              "group": { "type": "keyword" },
                              "keeper": { "type": "boolean" },
                              "similarity": { "type": "float" }
                            }
                          },
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

    /** What a user asks for the groups of licences whose names begin alike. */
    static final String FAMILIES =
            """
                    {
                      "field": "text.near",
                      "min_similarity": 0.8,
                      "same": "family",
                      "min_shingles": 20,
                      "size": 1000
                    }""";

    /** What a user asks to see of marked documents. */
    static final String MARKED =
            """
                    {
                      "size": 0,
                      "track_total_hits": true,
                      "query": { "bool": { "must_not": { "term": { "duplicates.keeper": false } } } },
                      "aggs": {
                        "all": {
                          "global": {},
                          "aggs": { "groups": { "terms": { "field": "duplicates.group", "size": 5 } } }
                        }
                      }
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

    static final String PIPELINE_NAME = "licences-known";

    /** What a user writes so that documents name what they are copies of. */
    static final String PIPELINE =
            """
                    {
                      "processors": [ {
                        "near_duplicate": {
                          "field": "text",
                          "index": "licences",
                          "near_field": "text.near",
                          "min_similarity": 0.8,
                          "max_matches": 1
                        }
                      } ]
                    }""";

    private static final String RECEIVED = "received";
    private static final int EDITED = 60;
    private static final int BATCH = 100;

    private final RestCalls rest;

    LicenceIndex(RestCalls rest) {
        this.rest = rest;
    }

    /** Creates the index with {@link #MAPPING}. */
    void create() throws IOException {
        rest.call("PUT", "/" + NAME, MAPPING).ok();
    }

    /**
     * Indexes all licences.
     *
     * @param progress gets how many are indexed
     */
    void add(List<Licence> licences, IntConsumer progress) throws IOException {
        for (int from = 0; from < licences.size(); from += BATCH) {
            int to = Math.min(from + BATCH, licences.size());
            Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
            for (Licence licence : licences.subList(from, to)) {
                sources.put(licence.id(), Map.of(
                        "name", licence.name(), "family", licence.family(), "text",
                        licence.text()));
            }
            rest.bulk("/" + NAME + "/_bulk", sources);
            progress.accept(to);
        }
        rest.call("POST", "/" + NAME + "/_refresh").ok();
    }

    /** Returns what a search finds. */
    Answer search(String body) throws IOException {
        return rest.call("POST", "/" + NAME + "/_search", body).ok();
    }

    /** Returns the answer to a request of the plugin's own about the licences. */
    Answer send(String kind, String body) throws IOException {
        return rest.call("POST", "/" + NAME + "/_near_duplicate/" + kind, body).ok();
    }

    /** Marks the licences of groups: the keeper, and the others with their similarity to it. */
    void mark(Answer groups) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Map<?, ?> group : groups.objects("groups")) {
            Object keeper = ((Map<?, ?>) group.get("keeper")).get("_id");
            mark(lines, keeper, Map.of("group", keeper, "keeper", true, "similarity", 1));
            for (Object member : (List<?>) group.get("members")) {
                Map<?, ?> named = (Map<?, ?>) member;
                mark(
                        lines, named.get("_id"),
                        Map.of(
                                "group", keeper, "keeper", false, "similarity",
                                named.get("similarity")));
            }
        }
        rest.callLines("POST", "/" + NAME + "/_bulk?refresh", lines.toString()).ok();
    }

    private static void mark(StringBuilder lines, Object id, Map<String, ?> mark) {
        lines.append(Json.of(Map.of("update", Map.of("_id", id)))).append('\n')
                .append(Json.of(Map.of("doc", Map.of("duplicates", mark)))).append('\n');
    }

    /** Returns what a text has in common with a licence. */
    Answer compare(String text, String licence) throws IOException {
        return send(
                "compare",
                Json.of(Map.of("field", FIELD, "a", text, "b", Map.of("_id", licence))));
    }

    /**
     * Sends all licences again through {@link #PIPELINE}, with one of {@value #EDITED} words edited, and returns those that are
     * tagged as near duplicates.
     */
    Answer sendAgain(List<Licence> licences) throws IOException {
        rest.call("PUT", "/_ingest/pipeline/" + PIPELINE_NAME, PIPELINE).ok();
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        licences.forEach(
                licence -> sources.put(
                        "my-" + licence.id(), Map.of("text", edited(licence.text()))));
        rest.bulk("/" + RECEIVED + "/_bulk?refresh&pipeline=" + PIPELINE_NAME, sources);
        return rest.call(
                "GET",
                "/" + RECEIVED + "/_search?q=_exists_:near_duplicate.of.similarity&size=1000"
                        + "&sort=_doc&_source=near_duplicate")
                .ok();
    }

    private static String edited(String text) {
        String[] words = text.split(" ");
        for (int i = EDITED / 2; i < words.length; i += EDITED) {
            words[i] = "edited";
        }
        return String.join(" ", words);
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
}
