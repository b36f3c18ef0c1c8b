package org.nearduplicate.integration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Made-up texts of plain words, some of them near duplicates of others, and their true similarity. */
final class Texts {

    private static final int VOCABULARY = 5000;

    private Texts() {}

    /**
     * Returns groups of texts: an original of 60–120 words, then copies with ever more words changed.
     *
     * @param seed the same seed gives the same texts
     */
    static List<String> withNearDuplicates(long seed, int originals, int copiesOfEach) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < originals; i++) {
            String[] words = new String[random.nextInt(60, 120)];
            Arrays.setAll(words, w -> word(random));
            texts.add(String.join(" ", words));
            for (int copy = 0; copy < copiesOfEach; copy++) {
                words[random.nextInt(words.length)] = word(random);
                texts.add(String.join(" ", words));
            }
        }
        return texts;
    }

    /**
     * Returns words of an endless text in which none comes twice. Two windows of n words, d words apart,
     * have n − 2 − d of n − 2 shingles of 3 words in common.
     *
     * @param text the text's name; texts of different names share no word
     */
    static String window(String text, int from, int words) {
        return IntStream.range(from, from + words)
                .mapToObj(word -> text + "q" + word)
                .collect(Collectors.joining(" "));
    }

    /**
     * Returns words of two letters or digits: as many shingles as a text of that length can have, nearly
     * all of them distinct.
     *
     * @param seed the same seed gives the same text
     * @param bytes its length
     */
    static String shortWords(long seed, int bytes) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder(bytes + 3);
        while (text.length() < bytes) {
            text.append(Character.forDigit(random.nextInt(36), 36))
                    .append(Character.forDigit(random.nextInt(36), 36))
                    .append(' ');
        }
        return text.toString();
    }

    /** Returns a text of two words in which every sequence of a length is found again nearby, and no part repeats. */
    static String fibonacci(int words) {
        StringBuilder before = new StringBuilder("v ");
        StringBuilder text = new StringBuilder("w ");
        while (text.length() < 2 * words) {
            StringBuilder next = new StringBuilder(text).append(before);
            before = text;
            text = next;
        }
        return text.substring(0, 2 * words);
    }

    /** Returns the Jaccard similarity of the 3-word shingles of two texts of plain words. */
    static double jaccard(String a, String b) {
        Set<String> shinglesOfA = shingles(a);
        Set<String> shinglesOfB = shingles(b);
        int sizes = shinglesOfA.size() + shinglesOfB.size();
        shinglesOfA.retainAll(shinglesOfB);
        return shinglesOfA.size() / (double) (sizes - shinglesOfA.size());
    }

    private static Set<String> shingles(String text) {
        return shingles(List.of(text));
    }

    /** Returns the 3-word shingles of the values of a field, of at least three plain words each. */
    static Set<String> shingles(List<String> values) {
        Set<String> shingles = new HashSet<>();
        values.forEach(value -> addShingles(value, shingles));
        return shingles;
    }

    private static void addShingles(String text, Set<String> shingles) {
        String[] words = text.split(" ");
        for (int i = 0; i + 3 <= words.length; i++) {
            shingles.add(words[i] + " " + words[i + 1] + " " + words[i + 2]);
        }
    }

    private static String word(SplittableRandom random) {
        return "w" + random.nextInt(VOCABULARY);
    }
}
