package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The most similar verified pairs of all parts of a job: first those of equal documents, then those of others by
 * similarity, ties by the order of keepers. Belongs to the thread of the job.
 */
final class ListedPairs {

    private final long max;
    private final FirstOnes<RankedPair> first;

    /**
     * Lists no pairs yet.
     *
     * @param max how many at most
     * @param keep which documents are kept
     * @param monitor is asked for the memory
     */
    ListedPairs(long max, Keep keep, JobMonitor monitor) {
        Comparator<KeeperCandidate> ranks = (a, b) -> KeeperOrder.compare(keep, a, b);
        Comparator<RankedPair> order = Comparator.comparing(RankedPair::areEqual).reversed()
                .thenComparing(listed -> -listed.pair().similarity())
                .thenComparing(RankedPair::a, ranks)
                .thenComparing(RankedPair::b, ranks);
        this.max = max;
        this.first = new FirstOnes<>(max, order, RankedPair::bytes, monitor);
    }

    /**
     * Adds the verified pairs of a part.
     *
     * @param part its groups
     */
    void add(Groups part) {
        List<RankedPair> more = new ArrayList<>();
        part.forEachPair(max, pair -> {
            if (first.wants(pair)) {
                first.charge(pair);
                more.add(pair);
            }
        });
        first.add(more);
    }

    /**
     * Adds pairs that were listed elsewhere, in the same order, for whose memory was asked.
     *
     * @param others these
     */
    void add(List<RankedPair> others) {
        first.add(others);
    }

    /** Returns what is listed, in order. */
    List<RankedPair> listed() {
        return first.list();
    }

    /** Returns the pairs, in order. */
    List<Pair> pairs() {
        return first.list().stream().map(RankedPair::pair).toList();
    }
}
