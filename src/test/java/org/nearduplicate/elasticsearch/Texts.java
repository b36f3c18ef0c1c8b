package org.nearduplicate.elasticsearch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.elasticsearch.test.ESTestCase;

/**
 * Random texts of plain lower-case words, their near copies, and the Jaccard similarity of their
 * word shingles computed from sets of strings: nothing of the code under test is used.
 */
public final class Texts {

    /** The words of a text in these tests, so many that a changed word changes few of its shingles. */
    private static final int WORDS = 360;

    private static final int SHINGLE_SIZE = 3;

    private Texts() {}

    /** Returns a text that shares no shingle with any other, but for the odds of random letters. */
    public static String random() {
        return random(WORDS);
    }

    public static String random(int words) {
        List<String> text = new ArrayList<>();
        for (int i = 0; i < words; i++) {
            text.add(word());
        }
        return String.join(" ", text);
    }

    /**
     * Returns a copy with one word changed: J is at least 0.98, and 0.96 between two copies of a text.
     * The default bands miss two copies with a probability of 1.9·10⁻¹⁰, and 192 components of 2 bits
     * estimate them below 0.8 with 1.2·10⁻¹².
     */
    public static String near(String text) {
        return change(text, 1);
    }

    /**
     * Returns a copy with so many words changed that J is 0.33, and 0.57 of shingles of 8 characters: 192
     * components of 2 bits estimate that at 0.8 or more with a probability below 10⁻⁷, and of words below 10⁻¹³.
     */
    public static String related(String text) {
        return change(text, WORDS / 6);
    }

    /** Changes words that have no shingle in common. */
    public static String change(String text, int words) {
        String[] changed = text.split(" ");
        List<Integer> places = new ArrayList<>();
        for (int i = SHINGLE_SIZE - 1; i < changed.length - 2; i += SHINGLE_SIZE) {
            places.add(i);
        }
        Collections.shuffle(places, ESTestCase.random());
        places.subList(0, words).forEach(place -> changed[place] = word());
        return String.join(" ", changed);
    }

    /** Returns the Jaccard similarity of the word shingles of two texts. */
    public static double jaccard(String a, String b) {
        Set<List<String>> common = shingles(a);
        Set<List<String>> all = new HashSet<>(common);
        common.retainAll(shingles(b));
        all.addAll(shingles(b));
        return (double) common.size() / all.size();
    }

    private static Set<List<String>> shingles(String text) {
        List<String> words = Arrays.asList(text.split(" "));
        Set<List<String>> shingles = new HashSet<>();
        for (int i = 0; i + SHINGLE_SIZE <= words.size(); i++) {
            shingles.add(words.subList(i, i + SHINGLE_SIZE));
        }
        return shingles;
    }

    private static String word() {
        return ESTestCase.randomAlphaOfLength(8).toLowerCase(Locale.ROOT);
    }
}
