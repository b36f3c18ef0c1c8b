package org.nearduplicate.integration;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.nearduplicate.server.RestCalls;

/** Indices of many short texts that have much in common. */
final class Crowds {

    private static final int BATCH = 10_000;

    private Crowds() {}

    /**
     * Creates an index in which a term of the one band is shared by nearly all documents: 38 of 39
     * shingles are the same in all of them, the last is each document's own. Any two have a similarity
     * of 38 / 40.
     */
    static TestIndex boilerplate(
            RestCalls rest, String name, Map<String, ?> settings, int documents)
            throws IOException {
        TestIndex index = TestIndex.create(
                rest, name, settings, Map.of("bands", 1, "rows", 1, "exact", true));
        String boilerplate = Texts.window("boiler", 0, 40);
        fill(index, documents, i -> boilerplate + " " + "own" + i);
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
