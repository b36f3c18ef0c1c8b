package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The most similar verified pairs of all parts of a job: first those of equal documents, then those of others by
 * similarity, ties by the order of keepers. Belongs to the thread of the job.
 */
public final class ListedPairs {

    /** What a pair costs, roughly, beside what is variable in names. */
    private static final int BYTES_PER_PAIR = 250;

    private final long max;
    private final FirstOnes<Listed> first;

    /**
     * Lists no pairs yet.
     *
     * @param max how many at most
     * @param keep which documents are kept
     * @param monitor is asked for the memory
     */
    public ListedPairs(long max, Keep keep, JobMonitor monitor) {
        Comparator<KeeperCandidate> ranks = (a, b) -> KeeperOrder.compare(keep, a, b);
        Comparator<Listed> order = Comparator.comparing(Listed::areEqual).reversed()
                .thenComparing(listed -> -listed.pair.similarity())
                .thenComparing(Listed::a, ranks)
                .thenComparing(Listed::b, ranks);
        this.max = max;
        this.first = new FirstOnes<>(max, order, Listed::bytes, monitor);
    }

    /**
     * A pair, and the contents it is of.
     *
     * @param a the first document of the content that is to be kept rather than the other
     * @param b the first document of the other, or of the same
     */
    record Listed(Pair pair, boolean areEqual, KeeperCandidate a, KeeperCandidate b) {

        private long bytes() {
            return BYTES_PER_PAIR + RankedDocuments.variableBytes(a.name())
                    + RankedDocuments.variableBytes(b.name());
        }
    }

    /**
     * Adds the verified pairs of a part.
     *
     * @param part its groups
     */
    public void add(Groups part) {
        List<Listed> more = new ArrayList<>();
        part.forEachPair(max, pair -> {
            if (first.wants(pair)) {
                first.charge(pair);
                more.add(pair);
            }
        });
        first.add(more);
    }

    /** Returns the pairs, in order. */
    public List<Pair> pairs() {
        return first.list().stream().map(Listed::pair).toList();
    }
}
