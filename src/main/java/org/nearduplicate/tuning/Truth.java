package org.nearduplicate.tuning;

import org.nearduplicate.sketch.Rounding;

/**
 * The exact figures of the sample under one shingle setting.
 *
 * @param documents the documents that have a shingle
 * @param withoutShingles the documents that have none, and take no part
 * @param ofOneShingle the documents that have a single one
 * @param contents the distinct shingle sets
 * @param shinglesPerDocument the distinct shingles of a document, on the average
 * @param histogram the pairs of documents in each bin of exact similarities above 0, from bin/{@link #BINS} up to the next; not copied
 * @param disjoint the pairs without a common shingle, which are in no bin
 * @param identical the pairs of a similarity of 1, which are in the last bin too
 */
public record Truth(
        ShingleSetting shingles,
        int documents,
        int withoutShingles,
        int ofOneShingle,
        int contents,
        double shinglesPerDocument,
        long[] histogram,
        long disjoint,
        long identical) {

    /** The number of bins, all of equal width; a similarity of 1 is in the last. */
    public static final int BINS = 100;

    /** Returns the bin of a similarity in (0,1], from 0. */
    static int bin(double similarity) {
        return Math.min(BINS - 1, (int) (similarity * BINS + Rounding.ERROR));
    }
}
