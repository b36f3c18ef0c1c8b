package org.nearduplicate.tuning;

import java.util.Arrays;
import java.util.List;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Measures bandings on a signed sample, for several similarities at once: it looks up the candidates of
 * every content, and verifies them as a query does. Belongs to one thread.
 */
final class BandedSample {

    private static final int NONE = -1;

    private final SignedSample signed;
    private final ShingledSample sample;
    private final ExactPairs exact;
    private final JobMonitor monitor;

    /** For each content its similarity to the content at hand, where they are among the exact pairs; else 0. */
    private final double[] similarities;

    /** The exact pairs are all that reach any of the similarities. */
    BandedSample(SignedSample signed, ExactPairs exact, JobMonitor monitor) {
        this.signed = signed;
        this.sample = signed.sample();
        this.exact = exact;
        this.monitor = monitor;
        this.similarities = new double[sample.contents()];
    }

    /**
     * Measures bands of which queries take some rows: tallies count the pairs, each for a similarity. The memory of buckets is
     * reserved for that time.
     */
    void measure(Banding banding, Banding taken, List<CandidateTally> tallies) {
        long bytes = (long) Integer.BYTES * sample.contents() * (banding.bands() + 1L);
        monitor.reserve(bytes);
        try {
            int[][] buckets = buckets(banding, taken.rows());
            int[] seen = new int[sample.contents()];
            Arrays.fill(seen, NONE);
            for (int content = 0; content < seen.length; content++) {
                monitor.checkCancelled();
                takePairs(content, taken, tallies);
                for (int[] previous : buckets) {
                    for (int other = previous[content]; other != NONE; other = previous[other]) {
                        if (seen[other] != content) {
                            seen[other] = content;
                            takeCandidate(content, other, tallies);
                        }
                    }
                }
                for (int pair = exact.begin(content); pair < exact.end(content); pair++) {
                    similarities[exact.partner(pair)] = 0;
                }
            }
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private void takePairs(int content, Banding taken, List<CandidateTally> tallies) {
        for (int pair = exact.begin(content); pair < exact.end(content); pair++) {
            int other = exact.partner(pair);
            double similarity = exact.similarity(content, pair);
            similarities[other] = similarity;
            long weight = sample.pairsBetween(content, other);
            for (CandidateTally tally : tallies) {
                tally.pair(content, similarity, weight, taken);
            }
        }
    }

    private void takeCandidate(int content, int other, List<CandidateTally> tallies) {
        long weight = sample.pairsBetween(content, other);
        for (CandidateTally tally : tallies) {
            tally.candidate(content, other, similarities[other], weight);
        }
    }

    /**
     * Returns for each band and content the last content before it that agrees in the rows of the band that are taken.
     * Following these leads through the bucket.
     */
    private int[][] buckets(Banding banding, int rows) {
        int[][] buckets = new int[banding.bands()][];
        for (int band = 0; band < buckets.length; band++) {
            monitor.checkCancelled();
            long[] keys = new long[sample.contents()];
            for (int content = 0; content < keys.length; content++) {
                keys[content] = BandRows.first(banding.key(signed.sketch(content), band), rows);
            }
            buckets[band] = chain(keys);
        }
        return buckets;
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
