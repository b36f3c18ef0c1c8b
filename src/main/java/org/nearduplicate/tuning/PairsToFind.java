package org.nearduplicate.tuning;

import java.util.stream.IntStream;
import org.nearduplicate.sketch.UnionFind;

/**
 * The pairs of contents that reach a similarity, as a graph: which of them hang together.
 *
 * @param similarity the similarity
 * @param components for each content the lowest of those that it hangs together with
 */
record PairsToFind(double similarity, int[] components) {

    /** Finds the components of the pairs that reach a similarity. */
    static PairsToFind of(ExactPairs pairs, int contents, double similarity) {
        UnionFind components = new UnionFind(contents);
        for (int content = 0; content < contents; content++) {
            for (int pair = pairs.begin(content); pair < pairs.end(content); pair++) {
                if (pairs.similarity(content, pair) >= similarity) {
                    components.union(content, pairs.partner(pair));
                }
            }
        }
        return new PairsToFind(
                similarity, IntStream.range(0, contents).map(components::find).toArray());
    }
}
