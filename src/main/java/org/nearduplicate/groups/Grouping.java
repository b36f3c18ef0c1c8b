package org.nearduplicate.groups;

import java.util.Arrays;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.UnionFind;

/**
 * Which content belongs to the group of which keeper. Learns the verified pairs one by one, and tells
 * which of the others can still change a group: where not all pairs are wanted, the others are passed
 * over. A thousand versions of one text then cost a thousand comparisons, not half a million, and as many
 * pairs to remember.
 *
 * <p>Pairs come with the content of the lower rank first, those that hang together in the order of its
 * rank, and each is decided before it is asked whether the next is wanted. Belongs to one thread;
 * immutable once finished. A content may be alone in its group.
 */
abstract class Grouping {

    private static final int NONE = -1;

    private final int[] ranks;
    private final int[] byRank;
    private final boolean allPairs;
    private final JobMonitor monitor;

    /** The keeper of each content, itself for a keeper. */
    final int[] keepers;

    private Grouping(boolean allPairs, int[] ranks, JobMonitor monitor) {
        monitor.reserve(ranks.length * 4L * Integer.BYTES);
        this.allPairs = allPairs;
        this.monitor = monitor;
        this.ranks = ranks;
        this.byRank = new int[ranks.length];
        this.keepers = new int[ranks.length];
        for (int content = 0; content < ranks.length; content++) {
            monitor.checkCancelled(content);
            byRank[ranks[content]] = content;
            keepers[content] = content;
        }
    }

    /**
     * Begins to group contents, each of which is alone so far.
     *
     * @param allPairs whether all pairs are wanted
     * @param ranks the rank of each content, from 0, all different
     * @param monitor is asked for the memory
     */
    static Grouping of(Method method, boolean allPairs, int[] ranks, JobMonitor monitor) {
        return switch (method) {
            case STAR -> new Stars(allPairs, ranks, monitor);
            case COMPONENTS -> new Components(allPairs, ranks, monitor);
        };
    }

    /** Returns whether a pair is to be compared. */
    final boolean isWanted(int a, int b) {
        return allPairs || decides(a, b);
    }

    /** Returns whether no pair of which a content is the first can be wanted any more. */
    final boolean isDone(int a) {
        return allPairs == false && isMember(a);
    }

    /** Learns that a pair was verified. */
    abstract void verified(int a, int b, float similarity);

    /** Ends the learning. */
    void finish() {}

    /** Returns the keeper of the group of a content, itself for a keeper. */
    final int keeper(int content) {
        return keepers[content];
    }

    /** Returns the contents in the order of their ranks. */
    final int[] byRank() {
        return byRank;
    }

    /** Returns the rank of a content. */
    final int rank(int content) {
        return ranks[content];
    }

    final void checkCancelled(int step) {
        monitor.checkCancelled(step);
    }

    /** Returns whether a pair may change a group. */
    abstract boolean decides(int a, int b);

    /** Returns whether it is known that a content is not a keeper. */
    final boolean isMember(int content) {
        return keepers[content] != content;
    }

    /**
     * A content becomes a keeper unless a keeper of lower rank is its neighbour; the others join the
     * most similar of these keepers, the one of the lowest rank if several are. So every member has a
     * verified pair with its keeper and ranks behind it.
     */
    private static final class Stars extends Grouping {

        private final float[] toKeeper;

        Stars(boolean allPairs, int[] ranks, JobMonitor monitor) {
            super(allPairs, ranks, monitor);
            this.toKeeper = new float[ranks.length];
        }

        @Override
        boolean decides(int a, int b) {
            return isMember(a) == false;
        }

        @Override
        void verified(int a, int b, float similarity) {
            if (isMember(a) == false && similarity > toKeeper[b]) {
                toKeeper[b] = similarity;
                keepers[b] = a;
            }
        }
    }

    /** Whatever hangs together is a group; its keeper has the lowest rank. */
    private static final class Components extends Grouping {

        private final UnionFind components;

        Components(boolean allPairs, int[] ranks, JobMonitor monitor) {
            super(allPairs, ranks, monitor);
            this.components = new UnionFind(ranks.length);
        }

        @Override
        boolean decides(int a, int b) {
            return components.find(a) != components.find(b);
        }

        @Override
        void verified(int a, int b, float similarity) {
            components.union(a, b);
        }

        @Override
        void finish() {
            Arrays.fill(keepers, NONE);
            for (int rank = 0; rank < keepers.length; rank++) {
                checkCancelled(rank);
                int content = byRank()[rank];
                int root = components.find(content);
                if (keepers[root] == NONE) {
                    keepers[root] = content;
                }
                keepers[content] = keepers[root];
            }
        }
    }
}
