package org.nearduplicate.sketch.sets;

import org.nearduplicate.sketch.Rounding;

/**
 * What the similarity of what counts of two texts says of that of the whole texts, which signatures estimate. The
 * shingles of a set I do not count: A' = A \ I and B' = B \ I, J' = |A'∩B'| / |A'∪B'|.
 *
 * <p>Whole texts share what their parts share, |A∩B| ≥ |A'∩B'| = J'·u with u = |A'∪B'|, and both together have at most
 * |I| shingles more than their parts, |A∪B| ≤ u + |I|. So for different texts
 *
 * <pre>
 *   J ≥ J'·u / (u + |I|)
 * </pre>
 *
 * <p>which grows with u, and u is at least |A'|, |B'|, |A| − |I| and |B| − |I|. If one text has all of I, and the other
 * nothing of it, J is just that.
 *
 * @param ignored |I|
 */
public record CountedPart(int ignored) {

    /**
     * Returns the least similarity of two whole texts with different shingles.
     *
     * @param similarity J', in [0,1]
     * @param counted u, or less; at least 1 if no shingle is ignored
     * @return a lower bound of J, in [0,J']
     */
    public double leastOfWhole(double similarity, int counted) {
        if (ignored == 0) {
            return similarity;
        }
        double least = similarity * counted / (counted + (double) ignored);
        return least * (1 - Rounding.ERROR);
    }
}
