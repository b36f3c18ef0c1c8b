package org.nearduplicate.tuning;

import org.nearduplicate.sketch.Rounding;

/**
 * How many pairs of documents have which exact similarity. Immutable.
 */
public final class JaccardHistogram {

    /** The number of bins, all of equal width; a similarity of 1 is in the last. */
    public static final int BINS = 100;

    private final long[] counts;
    private final long disjoint;
    private final long identical;

    /**
     * @param counts pairs in each bin, for similarities above 0; not copied
     * @param disjoint the pairs without a common shingle
     * @param identical the pairs of a similarity of 1, which the last bin holds too
     */
    JaccardHistogram(long[] counts, long disjoint, long identical) {
        this.counts = counts;
        this.disjoint = disjoint;
        this.identical = identical;
    }

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

    /** Returns the pairs without a common shingle, which are in no bin. */
    public long disjoint() {
        return disjoint;
    }

    /** Returns the pairs of a similarity of 1, which are in the last bin too. */
    public long identical() {
        return identical;
    }
}
