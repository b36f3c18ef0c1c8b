package org.nearduplicate.sketch;

import java.util.Arrays;

/** Bands as strings of the digits 0 and 1, and how often they are equal, by adding up all ways. */
public final class ReferenceBands {

    private static final String CHARACTERS =
            "\u001F !\"#$%&'()*+,-./0123456789:;<=>_`abcdefghijklmnopqrstuvwxyz{|}~";
    private static final int BITS_PER_CHARACTER = 6;
    private static final int BITS_PER_TERM = 54;
    private static final int BAND_BITS = 12;
    private static final int[] ROW_BITS = {12, 9, 6, 5, 5, 5};
    private static final int BITS_BELOW = 8;

    private ReferenceBands() {}

    /** Returns the term of a band of some components. */
    public static String term(int band, long[] rows) {
        StringBuilder bits = new StringBuilder(bits(band, BAND_BITS));
        for (int row = 0; row < rows.length; row++) {
            String component = bits(rows[row], Long.SIZE);
            int end = Long.SIZE - BITS_BELOW;
            bits.append(component, end - ROW_BITS[row], end);
        }
        return term(bits + "0".repeat(BITS_PER_TERM - bits.length()));
    }

    /** Returns the term of a key. */
    public static String term(long key) {
        return term(bits(key, BITS_PER_TERM));
    }

    private static String term(String bits) {
        StringBuilder term = new StringBuilder();
        for (int i = 0; i < BITS_PER_TERM; i += BITS_PER_CHARACTER) {
            String character = bits.substring(i, i + BITS_PER_CHARACTER);
            term.append(CHARACTERS.charAt(Integer.parseInt(character, 2)));
        }
        return term.toString();
    }

    /** Returns the bits of the band of a term and of its first rows. */
    public static String prefix(String term, int rows) {
        StringBuilder bits = new StringBuilder();
        term.chars().forEach(
                character -> bits.append(bits(CHARACTERS.indexOf(character), BITS_PER_CHARACTER)));
        return bits.substring(0, BAND_BITS + Arrays.stream(ROW_BITS, 0, rows).sum());
    }

    /** Returns the most rows of which documents of a similarity share a band with a probability, or two. */
    public static int taken(Banding banding, double similarity, double recall) {
        int rows = banding.rows();
        while (rows > 2 && probability(banding.bands(), rows, similarity) < recall) {
            rows--;
        }
        return rows;
    }

    /** Returns the probability that documents of a similarity share a band. */
    public static double probability(int bands, int rows, double similarity) {
        return 1 - Math.pow(1 - bandProbability(rows, similarity), bands);
    }

    /** Adds up all ways in which some rows are equal, and the others have equal bits. */
    public static double bandProbability(int rows, double similarity) {
        double probability = 0;
        for (int equal = 0; equal < 1 << rows; equal++) {
            double way = 1;
            for (int row = 0; row < rows; row++) {
                way *= (equal >> row & 1) == 1
                        ? similarity
                        : (1 - similarity) / (1 << ROW_BITS[row]);
            }
            probability += way;
        }
        return probability;
    }

    /** Returns the last binary digits of a number. */
    public static String bits(long number, int count) {
        String digits = "0".repeat(Long.SIZE) + Long.toBinaryString(number);
        return digits.substring(digits.length() - count);
    }
}
