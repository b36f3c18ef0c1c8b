package org.nearduplicate.tuning;

import org.nearduplicate.sketch.Rounding;

/**
 * How many pairs of documents have which exact similarity.
 *
 * @param counts pairs in each bin, for similarities above 0; not copied
 * @param disjoint the pairs without a common shingle, which are in no bin
 * @param identical the pairs of a similarity of 1, which are in the last bin too
 */
public record JaccardHistogram(long[] counts, long disjoint, long identical) {

    /** The number of bins, all of equal width; a similarity of 1 is in the last. */
    public static final int BINS = 100;

    /**
     * Returns the bin of a similarity.
     *
     * @param similarity J in (0,1]
     * @return its bin, from 0
     */
    public static int bin(double similarity) {
        return Math.min(BINS - 1, (int) (similarity * BINS + Rounding.ERROR));
    }

    /**
     * Returns the pairs in a bin.
     *
     * @param bin from 0; it holds similarities from bin/{@link #BINS} up to the next
     */
    public long count(int bin) {
        return counts[bin];
    }
}
