package org.nearduplicate.sketch;

import static org.junit.Assert.assertTrue;

import java.util.stream.IntStream;

/**
 * How many of some pairs share the rows of a band, and whether that fits a probability.
 *
 * <p>A count fits if the binomial distribution gives counts as extreme at least 10⁻⁹ on that side.
 */
public final class HitCount {

    private static final double IMPOSSIBLE = 1e-9;

    private final Banding banding;
    private final double similarity;
    private int pairs;
    private int hits;

    public HitCount(Banding banding, double similarity) {
        this.banding = banding;
        this.similarity = similarity;
    }

    /** Returns whether two documents agree in the first rows of a band. */
    public static boolean shareRows(long[] keys, long[] others, int rows) {
        return IntStream.range(0, keys.length)
                .anyMatch(
                        i -> BandRows.first(keys[i], rows) == BandRows.first(others[i], rows));
    }

    public Banding banding() {
        return banding;
    }

    /** Returns what the S-curve of the banding gives. */
    public double theory() {
        return banding.probability(similarity);
    }

    public void add(boolean hit) {
        pairs++;
        hits += hit ? 1 : 0;
    }

    public double rate() {
        return (double) hits / pairs;
    }

    public void assertFits(double probability) {
        assertNotBelow(probability);
        assertNotAbove(probability);
    }

    public void assertNotBelow(double probability) {
        assertTrue("fewer than " + probability + ": " + this,
                probability(0, hits, pairs, probability) >= IMPOSSIBLE);
    }

    public void assertNotAbove(double probability) {
        assertTrue("more than " + probability + ": " + this,
                probability(hits, pairs, pairs, probability) >= IMPOSSIBLE);
    }

    /** Sums the binomial probabilities from one count of hits to another, both included. */
    public static double probability(int from, int to, int pairs, double probability) {
        double logOfWays = 0;
        double sum = 0;
        for (int k = 0; k <= to; k++) {
            double log = logOfWays + power(probability, k) + power(1 - probability, pairs - k);
            sum += k >= from ? Math.exp(log) : 0;
            logOfWays += Math.log((double) (pairs - k) / (k + 1));
        }
        return sum;
    }

    private static double power(double probability, int exponent) {
        return exponent == 0 ? 0 : exponent * Math.log(probability);
    }

    @Override
    public String toString() {
        return banding + " at " + similarity + ": " + hits + " of " + pairs + " pairs";
    }
}
