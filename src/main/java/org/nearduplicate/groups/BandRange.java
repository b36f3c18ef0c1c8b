package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.List;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * A range of band terms, by their {@linkplain BandTermFormat keys}.
 *
 * @param from the lowest key in it
 * @param to the lowest key above it
 */
public record BandRange(long from, long to) {

    /**
     * Checks the keys.
     *
     * @throws IllegalArgumentException if one is negative, or they do not ascend
     */
    public BandRange {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException(
                    "a range of band terms has ascending keys from 0 on, got ["
                            + from + "] and [" + to + "]");
        }
    }

    /** Returns whether a key is in this range. */
    boolean contains(long key) {
        return key >= from && key < to;
    }

    /**
     * Cuts all band terms into ranges of equal width. Hashes are spread evenly, so the ranges hold
     * about the same number of terms; only the documents of a large bucket lie in one range.
     *
     * @param format the format of the terms
     * @param postings the number of all postings, documents times bands
     * @param perRange the postings that a range should hold
     * @return the ranges in ascending order
     */
    static List<BandRange> split(BandTermFormat format, long postings, int perRange) {
        long count = Math.max(1, Math.ceilDiv(postings, (long) perRange));
        long width = Math.ceilDiv(format.keys(), count);
        List<BandRange> ranges = new ArrayList<>();
        for (long from = 0; from < format.keys(); from += width) {
            ranges.add(new BandRange(from, Math.min(from + width, format.keys())));
        }
        return ranges;
    }
}
