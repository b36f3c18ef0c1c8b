package org.nearduplicate.integration;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.nearduplicate.server.RestCalls;

/** Indices of many short texts that have much in common. */
final class Crowds {

    /**
     * A run over thousands of {@link #boilerplate} that takes minutes: it compares any two of them exactly,
     * in vain, asks their shards again and again, and has every session charged some bytes, as its query
     * is not for all documents.
     */
    static final Map<String, ?> LONG_RUN = Map.of(
            "field", TestIndex.FIELD,
            "verify", "exact",
            "min_similarity", 0.96,
            "max_bucket_texts", 100_000,
            "query",
            Map.of("bool", Map.of("must_not", Map.of("ids", Map.of("values", List.of("none"))))));

    private static final int BATCH = 4_000;

    private Crowds() {}

    /**
     * Creates an index in which a term of the one band is shared by nearly all documents: 38 of 39
     * shingles are the same in all of them, the last is each document's own. Any two have a similarity
     * of 38 / 40.
     */
    static TestIndex boilerplate(
            RestCalls rest, String name, Map<String, ?> settings, int documents)
            throws IOException {
        return boilerplate(rest, name, settings, documents, 1);
    }

    /** The same, but each text comes that many times in a row. */
    static TestIndex boilerplate(
            RestCalls rest, String name, Map<String, ?> settings, int documents, int copies)
            throws IOException {
        TestIndex index = TestIndex.create(
                rest, name, settings,
                Map.of("bands", 1, "rows", 2, "exact", true, "passages", 2));
        String boilerplate = Texts.window("boiler", 0, 40);
        fill(index, documents, i -> boilerplate + " own" + i / copies);
        return index;
    }

    /** Indexes texts under identifiers in the order of their numbers. */
    static void fill(TestIndex index, int documents, IntFunction<String> text)
            throws IOException {
        for (int from = 0; from < documents; from += BATCH) {
            Map<String, String> texts = new LinkedHashMap<>();
            for (int i = from; i < Math.min(from + BATCH, documents); i++) {
                texts.put(id(i), text.apply(i));
            }
            index.putTexts(texts);
        }
    }

    static String id(int document) {
        return String.format(Locale.ROOT, "%06d", document);
    }
}
