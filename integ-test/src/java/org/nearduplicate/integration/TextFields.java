package org.nearduplicate.integration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Where in a document its texts are, and the {@code minhash} field that is made of them.
 *
 * @param field the {@code minhash} field, or another name of it
 * @param properties the mapping of what holds the texts
 * @param source the part of the source that holds them
 */
record TextFields(
        String field, Map<String, ?> properties, Function<List<String>, Map<String, ?>> source) {

    private static final Map<String, Object> NEAR =
            TestIndex.minHash(Map.of("exact", true, "similarity", 0.7, "passages", 2));
    private static final Map<String, ?> KEYWORD =
            Map.of("type", "keyword", "ignore_above", 30_000, "fields", Map.of("near", NEAR));
    private static final Map<String, ?> TEXT =
            Map.of("type", "text", "fields", Map.of("near", NEAR));

    /** A field that holds the texts itself. */
    static final TextFields OWN =
            new TextFields("near", Map.of("near", NEAR), texts -> Map.of("near", texts));

    /** A multi-field of a text. */
    static final TextFields OF_TEXT =
            new TextFields("body.near", Map.of("body", TEXT), texts -> Map.of("body", texts));

    /** A multi-field of a keyword, whose values a synthetic source sorts. */
    static final TextFields OF_KEYWORD =
            new TextFields("body.near", Map.of("body", KEYWORD), texts -> Map.of("body", texts));

    /** A multi-field of a keyword too long to be indexed. */
    static final TextFields OF_LONG_KEYWORD = new TextFields(
            "body.near",
            Map.of(
                    "body",
                    Map.of("type", "keyword", "ignore_above", 9, "fields", Map.of("near", NEAR))),
            texts -> Map.of("body", texts));

    /** A field to which others are copied, beside a text of its own. */
    static final TextFields COPIED = new TextFields(
            "all",
            Map.of(
                    "title", Map.of("type", "text", "copy_to", "all"),
                    "note",
                    Map.of("type", "keyword", "ignore_above", 30_000, "copy_to", List.of("all")),
                    "all", NEAR),
            texts -> {
                Map<String, Object> source = new LinkedHashMap<>();
                List<String> places = List.of("title", "note", "all");
                for (int i = 0; i < texts.size(); i++) {
                    source.put(places.get(i % places.size()), texts.get(i));
                }
                return source;
            });

    /** A field of the objects of an array. */
    static final TextFields IN_OBJECTS = new TextFields(
            "parts.text.near",
            Map.of("parts", Map.of("properties", Map.of("text", TEXT))),
            texts -> Map.of("parts", texts.stream().map(text -> Map.of("text", text)).toList()));

    /** Another name of the field. */
    static final TextFields ALIAS = new TextFields(
            "also", Map.of("near", NEAR, "also", Map.of("type", "alias", "path", "near")),
            texts -> Map.of("near", texts));

    /** A field of documents that have nested ones, with signatures of their own. */
    static final TextFields BESIDE_NESTED = new TextFields(
            "near",
            Map.of(
                    "near", NEAR,
                    "comments", Map.of("type", "nested", "properties", Map.of("near", NEAR))),
            texts -> Map.of(
                    "near", texts, "comments",
                    texts.stream().map(t -> Map.of("near", t)).toList()));
}
