package org.nearduplicate.tuning;

/**
 * What a query by signatures makes of the pairs of a sample, against their exact similarities.
 *
 * @param truePositives pairs that reach the similarity and are found
 * @param falsePositives pairs that do not reach it and are found
 * @param falseNegatives pairs that reach it and are not found
 */
public record PairCounts(long truePositives, long falsePositives, long falseNegatives) {

    /** Returns the pairs that reach the similarity. */
    public long pairs() {
        return truePositives + falseNegatives;
    }

    /** Returns the share of the found pairs that reach the similarity, NaN if none was found. */
    public double precision() {
        return (double) truePositives / (truePositives + falsePositives);
    }

    /** Returns the share of the pairs that reach the similarity that were found, NaN if there are none. */
    public double recall() {
        return (double) truePositives / pairs();
    }

    /** Returns the harmonic mean of precision and recall, NaN if nothing was found nor to be found. */
    public double f1() {
        return 2.0 * truePositives / (2 * truePositives + falsePositives + falseNegatives);
    }
}
