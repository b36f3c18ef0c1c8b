package org.nearduplicate.lucene;

/**
 * How many of some independent events may fail to happen before that is no chance: by Chernoff's bound, as counts of rare
 * events are skewed and have no use for a number of standard deviations.
 */
final class Misses {

    /** How often more than {@link #most} fail by chance, at most. */
    private static final double LOG_OF_ODDS = Math.log(1e-9);

    private Misses() {}

    /**
     * Returns the largest number that is not too many.
     *
     * @param expected the sum of the probabilities to fail, each at least what it is
     */
    static int most(double expected) {
        int tooMany = 1 + (int) expected;
        while (tooMany * (1 + Math.log(expected / tooMany)) - expected > LOG_OF_ODDS) {
            tooMany++;
        }
        return tooMany - 1;
    }
}
