package org.nearduplicate.tuning;

/**
 * The pairs of contents that reach a similarity, as a graph: which of them hang together.
 *
 * @param similarity the similarity
 * @param components for each content the lowest of those that it hangs together with
 */
record PairsToFind(double similarity, int[] components) {

    /** Finds the components of the pairs that reach a similarity. */
    static PairsToFind of(ExactPairs pairs, int contents, double similarity) {
        int[] parents = new int[contents];
        for (int content = 0; content < contents; content++) {
            parents[content] = content;
            for (int pair = pairs.begin(content); pair < pairs.end(content); pair++) {
                if (pairs.similarity(content, pair) >= similarity) {
                    join(parents, content, pairs.partner(pair));
                }
            }
        }
        for (int content = 0; content < contents; content++) {
            parents[content] = root(parents, content);
        }
        return new PairsToFind(similarity, parents);
    }

    private static void join(int[] parents, int a, int b) {
        int rootA = root(parents, a);
        int rootB = root(parents, b);
        parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
    }

    private static int root(int[] parents, int content) {
        int root = content;
        while (parents[root] != root) {
            parents[root] = parents[parents[root]];
            root = parents[root];
        }
        return root;
    }
}
