package org.nearduplicate.sketch;

/**
 * Estimates the Jaccard similarity from the number of equal components of two signatures.
 *
 * <p>Components of different shingles agree by accident in their 8 bits with probability q = 2⁻⁸, so
 * a share p of equal components estimates Ĵ = (p − q) / (1 − q), without bias and with variance
 * (1−J)(J + 1/255)/k for independent components (<a
 * href="https://doi.org/10.1145/1772690.1772759">Ping Li and Christian König, b-Bit Minwise Hashing,
 * 2010</a>). Below q it is cut at 0.
 *
 * @param hashCount k, the number of components of the signatures
 */
public record SimilarityEstimate(int hashCount) {

    /** The probability that 8 bits agree by accident. */
    static final double ACCIDENT = 1.0 / (1 << Byte.SIZE);

    /**
     * Returns the estimate.
     *
     * @param equalComponents the number of equal components, 0–k
     * @return Ĵ in [0,1]; 1 exactly when all components are equal
     */
    public double similarity(int equalComponents) {
        double share = (double) equalComponents / hashCount;
        return Math.max(0, (share - ACCIDENT) / (1 - ACCIDENT));
    }

    /**
     * Returns how many components have to be equal for a similarity.
     *
     * @param similarity the similarity to reach, in [0,1]
     * @return the smallest number whose estimate is at least that
     */
    public int equalComponentsFor(double similarity) {
        int equal = (int) (similarity * (1 - ACCIDENT) * hashCount);
        while (equal < hashCount && similarity(equal) < similarity) {
            equal++;
        }
        return equal;
    }

    /**
     * Returns the estimate that a pair of a similarity stays below with a small probability at most: by
     * the bound of Chernoff, P(p̂ ≤ x) ≤ exp(−k·D(x‖p)) with D the divergence of two coins. That is for
     * independent components; those of SuperMinHash vary less.
     *
     * @param similarity J in [0,1]
     * @param probability the probability, in (0,1)
     * @return an estimate in [0,J]
     */
    public double lowest(double similarity, double probability) {
        double expected = expectedShare(similarity);
        int equal = equalComponentsFor(similarity);
        while (equal > 0 && tail(equal, expected) > probability) {
            equal--;
        }
        return Math.min(similarity, similarity(equal));
    }

    /**
     * Returns the estimate that a pair of a similarity reaches with a small probability at most: by the
     * same bound, P(p̂ ≥ x) ≤ exp(−k·D(x‖p)).
     *
     * @param similarity J in [0,1]
     * @param probability the probability, in (0,1)
     * @return an estimate in (J,1], or one above 1 if even equal signatures are not that improbable
     */
    public double highest(double similarity, double probability) {
        double expected = expectedShare(similarity);
        int equal = equalComponentsFor(similarity);
        while (equal <= hashCount
                && (equal <= expected * hashCount || tail(equal, expected) > probability)) {
            equal++;
        }
        return equal > hashCount ? Math.nextUp(1.0) : similarity(equal);
    }

    private static double expectedShare(double similarity) {
        return similarity * (1 - ACCIDENT) + ACCIDENT;
    }

    /** Bounds the probability of so many equal components, or more extreme ones, 1 for those expected. */
    private double tail(int equal, double expected) {
        double share = (double) equal / hashCount;
        double divergence = term(share, expected) + term(1 - share, 1 - expected);
        return Math.exp(-hashCount * divergence);
    }

    private static double term(double share, double expected) {
        return share == 0 ? 0 : share * Math.log(share / expected);
    }
}
