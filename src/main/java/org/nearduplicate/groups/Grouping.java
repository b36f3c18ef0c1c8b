package org.nearduplicate.groups;

import java.util.Arrays;

/**
 * Puts contents into groups, given the verified pairs and the rank of each content: the lower, the
 * rather it is kept. A content may be left alone in its group.
 */
final class Grouping {

    private static final int NONE = -1;

    private final PairGraph pairs;
    private final int[] ranks;

    /**
     * @param ranks the rank of each content, all different; those that have no part in any group come
     *     after all others and may share one
     */
    Grouping(PairGraph pairs, int[] ranks) {
        this.pairs = pairs;
        this.ranks = ranks;
    }

    /**
     * Makes groups.
     *
     * @param byRank the contents to group, in the order of their ranks
     * @return for each content the keeper of its group, itself for a keeper; −1 for the contents that
     *     were not to be grouped
     */
    int[] group(Method method, int[] byRank) {
        return switch (method) {
            case STAR -> stars(byRank);
            case COMPONENTS -> components(byRank);
        };
    }

    /**
     * A content becomes a keeper unless a keeper of lower rank is its neighbour; the others join the
     * most similar of these keepers. So every member has a verified pair with its keeper and ranks
     * behind it.
     */
    private int[] stars(int[] byRank) {
        int[] keepers = new int[pairs.contents()];
        float[] similarities = new float[pairs.contents()];
        Arrays.fill(keepers, NONE);
        for (int content : byRank) {
            if (keepers[content] == NONE) {
                keepers[content] = content;
                offer(content, keepers, similarities);
            }
        }
        return keepers;
    }

    /** Lets the neighbours of a new keeper join it, if it is more similar to them than their own. */
    private void offer(int keeper, int[] keepers, float[] similarities) {
        for (int i = pairs.start(keeper); i < pairs.start(keeper + 1); i++) {
            int neighbour = pairs.neighbour(i);
            if (ranks[neighbour] > ranks[keeper]
                    && pairs.similarity(i) > similarities[neighbour]) {
                similarities[neighbour] = pairs.similarity(i);
                keepers[neighbour] = keeper;
            }
        }
    }

    private int[] components(int[] byRank) {
        UnionFind components = new UnionFind(pairs.contents());
        for (int content : byRank) {
            for (int i = pairs.start(content); i < pairs.start(content + 1); i++) {
                components.union(content, pairs.neighbour(i));
            }
        }
        int[] keeperOfRoot = new int[pairs.contents()];
        int[] keepers = new int[pairs.contents()];
        Arrays.fill(keeperOfRoot, NONE);
        Arrays.fill(keepers, NONE);
        for (int content : byRank) {
            int root = components.find(content);
            if (keeperOfRoot[root] == NONE) {
                keeperOfRoot[root] = content;
            }
            keepers[content] = keeperOfRoot[root];
        }
        return keepers;
    }
}
