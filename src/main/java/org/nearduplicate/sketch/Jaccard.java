package org.nearduplicate.sketch;

/**
 * The Jaccard similarity J(A,B) = |A∩B| / |A∪B| of two sets, and what their sizes say about
 * it.
 */
public final class Jaccard {

    /** Stands for a similarity that is lower than the minimum. */
    public static final double REJECTED = -1;

    private Jaccard() {}

    /**
     * Returns the similarity.
     *
     * @param common |A∩B|
     * @param sizeA |A|, at least 0
     * @param sizeB |B|, at least 0
     * @return J in [0,1], 0 of two empty sets
     */
    public static double similarity(int common, int sizeA, int sizeB) {
        return common == 0 ? 0 : common / ((double) sizeA + sizeB - common);
    }

    /**
     * Returns the highest similarity that sets of two sizes can have: min/max.
     *
     * @param sizeA |A|, at least 1
     * @param sizeB |B|, at least 1
     * @return an upper bound of J in (0,1]
     */
    public static double upperBound(int sizeA, int sizeB) {
        return sizeA < sizeB ? (double) sizeA / sizeB : (double) sizeB / sizeA;
    }
}
