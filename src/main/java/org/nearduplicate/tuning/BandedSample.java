package org.nearduplicate.tuning;

import java.util.Arrays;
import java.util.List;
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

    /** For each content the pair of it and the content at hand, where it is among the exact pairs. */
    private final int[] pairs;

    private List<CandidateTally> tallies;

    /**
     * @param signed the sketches
     * @param exact the exact pairs that reach any of the similarities
     * @param monitor asked for the memory of the buckets
     */
    BandedSample(SignedSample signed, ExactPairs exact, JobMonitor monitor) {
        this.signed = signed;
        this.sample = signed.sample();
        this.exact = exact;
        this.monitor = monitor;
        this.pairs = new int[sample.contents()];
        Arrays.fill(pairs, NONE);
    }

    /**
     * Measures bands of which queries take some rows.
     *
     * @param banding the bands with all their rows
     * @param taken the bands of the rows that are taken
     * @param pairsToFind the pairs to find, for each similarity
     * @return for each of them what was counted, in their order
     */
    List<CandidateTally> measure(
            Banding banding, Banding taken, List<PairsToFind> pairsToFind) {
        tallies = pairsToFind.stream().map(each -> new CandidateTally(signed, each)).toList();
        long bytes = BandBuckets.bytes(sample, banding);
        monitor.reserve(bytes);
        try {
            BandBuckets buckets = new BandBuckets(signed, banding, taken.rows(), monitor);
            for (int content = 0; content < pairs.length; content++) {
                monitor.checkCancelled();
                takePairs(content, taken);
                buckets.visit(content, this::takeCandidate);
                forgetPairs(content);
            }
        } finally {
            monitor.reserve(-bytes);
        }
        return tallies;
    }

    private void takePairs(int content, Banding taken) {
        for (int pair = exact.begin(content); pair < exact.end(content); pair++) {
            int other = exact.partner(pair);
            pairs[other] = pair;
            double similarity = exact.similarity(content, pair);
            long weight = sample.pairsBetween(content, other);
            for (CandidateTally tally : tallies) {
                tally.pair(content, similarity, weight, taken);
            }
        }
    }

    private void takeCandidate(int content, int other) {
        double similarity =
                pairs[other] == NONE ? 0 : exact.similarity(content, pairs[other]);
        long weight = sample.pairsBetween(content, other);
        for (CandidateTally tally : tallies) {
            tally.candidate(content, other, similarity, weight);
        }
    }

    private void forgetPairs(int content) {
        for (int pair = exact.begin(content); pair < exact.end(content); pair++) {
            pairs[exact.partner(pair)] = NONE;
        }
    }
}
