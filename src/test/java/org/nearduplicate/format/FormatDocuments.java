package org.nearduplicate.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The texts of a new fixture: near duplicates of a few originals and what is odd. Words are separated by
 * one space, and every analyzer takes them as they are.
 */
public final class FormatDocuments {

    private static final int ORIGINALS = 5;
    private static final int COPIES = 3;
    private static final int VOCABULARY = 400;

    private FormatDocuments() {}

    /** Returns the values of each document, the same at every call. */
    public static Map<String, List<String>> all() {
        SplittableRandom random = new SplittableRandom(7);
        Map<String, List<String>> documents = new LinkedHashMap<>();
        for (int original = 0; original < ORIGINALS; original++) {
            List<String> words = new ArrayList<>();
            for (int length = random.nextInt(12, 45); length > 0; length--) {
                words.add(word(random));
            }
            documents.put("original-" + original, List.of(String.join(" ", words)));
            for (int copy = 0; copy < COPIES; copy++) {
                words.set(random.nextInt(words.size()), word(random));
                documents.put(
                        "copy-" + original + "-" + copy, List.of(String.join(" ", words)));
            }
        }
        documents.put("same", documents.get("original-0"));
        documents.put(
                "two-values",
                List.of(
                        documents.get("original-1").getFirst(),
                        documents.get("original-2").getFirst()));
        // The oracle puts a space between all tokens: no two ideographs stand beside each other.
        documents.put("other-alphabets", List.of("слово за слово один 你 два 好 три 世"));
        documents.put("other-alphabets-too", List.of("слово за слово один 你 два 好 три 間"));
        documents.put("one-word", List.of("word1"));
        documents.put("one-word-too", List.of("word1"));
        documents.put("no-words", List.of(""));
        return documents;
    }

    private static String word(SplittableRandom random) {
        return "word" + random.nextInt(VOCABULARY);
    }
}
