package org.nearduplicate.benchmark.corpus;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A vocabulary whose n-th word is drawn with a probability proportional to 1/n (Zipf's law). Immutable.
 */
public final class ZipfWords {

    private static final String CONSONANTS = "bdfgklmnprstvz";
    private static final String VOWELS = "aeiou";

    private final String[] words;
    private final double[] cumulated;

    /**
     * @param count the number of words
     */
    public ZipfWords(int count) {
        this.words = new String[count];
        this.cumulated = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            words[i] = word(i);
            sum += 1.0 / (i + 1);
            cumulated[i] = sum;
        }
    }

    /** Draws a word. */
    public String next(SplittableRandom random) {
        double point = random.nextDouble() * cumulated[cumulated.length - 1];
        int found = Arrays.binarySearch(cumulated, point);
        return words[Math.min(found < 0 ? -found - 1 : found + 1, words.length - 1)];
    }

    /** Returns the word of a number; different numbers have different words. */
    public static String word(int number) {
        StringBuilder word = new StringBuilder();
        int rest = number;
        do {
            int syllable = rest % (CONSONANTS.length() * VOWELS.length());
            word.append(CONSONANTS.charAt(syllable / VOWELS.length()));
            word.append(VOWELS.charAt(syllable % VOWELS.length()));
            rest /= CONSONANTS.length() * VOWELS.length();
        } while (rest > 0);
        return word.toString();
    }
}
