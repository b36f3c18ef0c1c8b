package org.nearduplicate.tuning;

import java.util.Arrays;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTerms;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The buckets of a sample: for each band and content the last content before it that agrees in the rows of the band that are
 * taken. Following these leads through the bucket. Takes b·n ints for n contents. Belongs to one thread.
 */
final class BandBuckets {

    private static final int NONE = -1;

    private final int[][] previous;
    private final int[] seen;

    /**
     * Puts the contents into buckets.
     *
     * @param signed the sketches
     * @param banding how they are cut
     * @param rows how many rows of a band are taken
     * @param monitor checked for each band
     */
    BandBuckets(SignedSample signed, Banding banding, int rows, JobMonitor monitor) {
        this.previous = new int[banding.bands()][];
        this.seen = new int[signed.sample().contents()];
        Arrays.fill(seen, NONE);
        BandTerms terms = new BandTerms(signed.scheme(banding));
        for (int band = 0; band < previous.length; band++) {
            monitor.checkCancelled();
            previous[band] = chain(keys(signed, terms, band, rows));
        }
    }

    /** Returns the bytes that the buckets of a sample take. */
    static long bytes(ShingledSample sample, Banding banding) {
        return (long) Integer.BYTES * sample.contents() * (banding.bands() + 1L);
    }

    /** Is told of candidates. */
    interface Visitor {

        /** Takes a candidate of a content, one of those before it. */
        void candidate(int content, int candidate);
    }

    /** Visits the candidates of a content among those before it, each once. Allocates nothing. */
    void visit(int content, Visitor visitor) {
        for (int[] chain : previous) {
            for (int other = chain[content]; other != NONE; other = chain[other]) {
                if (seen[other] != content) {
                    seen[other] = content;
                    visitor.candidate(content, other);
                }
            }
        }
    }

    private static long[] keys(SignedSample signed, BandTerms terms, int band, int rows) {
        long[] keys = new long[signed.sample().contents()];
        for (int content = 0; content < keys.length; content++) {
            keys[content] = BandRows.first(terms.key(signed.sketch(content), band), rows);
        }
        return keys;
    }

    private static int[] chain(long[] keys) {
        long[] sorted = keys.clone();
        Arrays.sort(sorted);
        int[] last = new int[keys.length];
        Arrays.fill(last, NONE);
        int[] chain = new int[keys.length];
        for (int content = 0; content < keys.length; content++) {
            // Of equal keys the search finds always the same, so it stands for the bucket.
            int bucket = Arrays.binarySearch(sorted, keys[content]);
            chain[content] = last[bucket];
            last[bucket] = content;
        }
        return chain;
    }
}
