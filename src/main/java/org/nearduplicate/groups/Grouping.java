package org.nearduplicate.groups;

import java.util.Arrays;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.UnionFind;

/**
 * Which content belongs to the group of which keeper, decided by the verified pairs and the ranks of the
 * contents: the lower, the rather a content is kept. A content may be alone in its group. Immutable.
 */
final class Grouping {

    private static final int NONE = -1;

    private final PairGraph pairs;
    private final int[] ranks;
    private final int[] byRank;
    private final int[] keepers;

    private Grouping(PairGraph pairs, int[] ranks, int[] byRank) {
        this.pairs = pairs;
        this.ranks = ranks;
        this.byRank = byRank;
        this.keepers = new int[pairs.contents()];
        Arrays.fill(keepers, NONE);
    }

    /**
     * Groups contents.
     *
     * @param pairs the verified pairs
     * @param ranks the rank of each content, from 0, all different
     * @param monitor is asked for the memory, and may stop the grouping
     */
    static Grouping of(Method method, PairGraph pairs, int[] ranks, JobMonitor monitor) {
        monitor.reserve(pairs.contents() * 4L * Integer.BYTES);
        int[] byRank = new int[ranks.length];
        for (int content = 0; content < byRank.length; content++) {
            byRank[ranks[content]] = content;
        }
        Grouping grouping = new Grouping(pairs, ranks, byRank);
        switch (method) {
            case STAR -> grouping.makeStars(monitor);
            case COMPONENTS -> grouping.makeComponents();
        }
        return grouping;
    }

    /** Returns the keeper of the group of a content, itself for a keeper. */
    int keeper(int content) {
        return keepers[content];
    }

    /** Returns the contents in the order of their ranks. */
    int[] byRank() {
        return byRank;
    }

    /** Returns the rank of a content. */
    int rank(int content) {
        return ranks[content];
    }

    /**
     * A content becomes a keeper unless a keeper of lower rank is its neighbour; the others join the
     * most similar of these keepers, the one of the lowest rank if several are. So every member has a
     * verified pair with its keeper and ranks behind it.
     */
    private void makeStars(JobMonitor monitor) {
        float[] similarities = new float[keepers.length];
        for (int content : byRank) {
            if (keepers[content] == NONE) {
                monitor.checkCancelled();
                keepers[content] = content;
                offer(content, similarities);
            }
        }
    }

    /** Lets the neighbours of a new keeper join it, if it is more similar to them than their own. */
    private void offer(int keeper, float[] similarities) {
        for (int i = pairs.start(keeper); i < pairs.start(keeper + 1); i++) {
            int neighbour = pairs.neighbour(i);
            if (ranks[neighbour] > ranks[keeper]
                    && pairs.similarity(i) > similarities[neighbour]) {
                similarities[neighbour] = pairs.similarity(i);
                keepers[neighbour] = keeper;
            }
        }
    }

    private void makeComponents() {
        UnionFind components = new UnionFind(keepers.length);
        for (int content : byRank) {
            for (int i = pairs.start(content); i < pairs.start(content + 1); i++) {
                components.union(content, pairs.neighbour(i));
            }
        }
        int[] keeperOfRoot = new int[keepers.length];
        Arrays.fill(keeperOfRoot, NONE);
        for (int content : byRank) {
            int root = components.find(content);
            if (keeperOfRoot[root] == NONE) {
                keeperOfRoot[root] = content;
            }
            keepers[content] = keeperOfRoot[root];
        }
    }
}
