package org.nearduplicate.groups;

import java.util.Arrays;

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

    private Grouping(PairGraph pairs, RankedDocuments documents) {
        this.pairs = pairs;
        this.ranks = documents.contentRanks();
        this.byRank = documents.contentsByRank();
        this.keepers = new int[pairs.contents()];
        Arrays.fill(keepers, NONE);
    }

    /**
     * Groups the contents of documents.
     *
     * @param pairs the verified pairs
     * @param documents gives the ranks; contents without documents are in no group
     * @param monitor is asked for the memory
     */
    static Grouping of(
            Method method, PairGraph pairs, RankedDocuments documents, JobMonitor monitor) {
        monitor.reserve(pairs.contents() * 5L * Integer.BYTES);
        Grouping grouping = new Grouping(pairs, documents);
        switch (method) {
            case STAR -> grouping.makeStars(monitor);
            case COMPONENTS -> grouping.makeComponents();
        }
        return grouping;
    }

    /** Returns the keeper of the group of a content, itself for a keeper; −1 if it is in no group. */
    int keeper(int content) {
        return keepers[content];
    }

    /** Returns the number of all contents, in groups or not. */
    int contents() {
        return keepers.length;
    }

    /** Returns the contents that are in groups, in the order of their ranks. */
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
