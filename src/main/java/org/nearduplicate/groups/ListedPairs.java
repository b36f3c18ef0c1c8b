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
    private final Comparator<Listed> order;
    private final JobMonitor monitor;
    private List<Listed> listed = List.of();

    /**
     * Lists no pairs yet.
     *
     * @param max how many at most
     * @param keep which documents are kept
     * @param monitor is asked for the memory
     */
    public ListedPairs(long max, Keep keep, JobMonitor monitor) {
        Comparator<KeeperCandidate> ranks = (a, b) -> KeeperOrder.compare(keep, a, b);
        this.max = max;
        this.order = Comparator.comparing(Listed::areEqual).reversed()
                .thenComparing(listed -> -listed.pair.similarity())
                .thenComparing(Listed::a, ranks)
                .thenComparing(Listed::b, ranks);
        this.monitor = monitor;
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
        if (max == 0) {
            return;
        }
        List<Listed> more = new ArrayList<>();
        Listed last = listed.size() < max ? null : listed.get(listed.size() - 1);
        part.forEachPair(max, pair -> {
            if (last == null || order.compare(pair, last) < 0) {
                monitor.reserve(pair.bytes());
                more.add(pair);
            }
        });
        List<Listed> merged = new ArrayList<>();
        int mine = 0;
        int theirs = 0;
        while (merged.size() < max && mine + theirs < listed.size() + more.size()) {
            boolean isMine = theirs == more.size()
                    || mine < listed.size()
                            && order.compare(listed.get(mine), more.get(theirs)) < 0;
            merged.add(isMine ? listed.get(mine++) : more.get(theirs++));
        }
        for (Listed left : listed.subList(mine, listed.size())) {
            monitor.reserve(-left.bytes());
        }
        for (Listed left : more.subList(theirs, more.size())) {
            monitor.reserve(-left.bytes());
        }
        listed = merged;
    }

    /** Returns the pairs, in order. */
    public List<Pair> pairs() {
        return listed.stream().map(Listed::pair).toList();
    }
}
