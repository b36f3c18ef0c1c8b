package org.nearduplicate.sketch;

/**
 * Estimates the Jaccard similarity from the number of equal components of two signatures.
 *
 * <p>Components of different shingles agree by accident in the b bits that are kept with probability
 * q = 2⁻ᵇ, so a share p of equal components estimates Ĵ = (p − q) / (1 − q), without bias and with
 * variance (1−J)(J + 1/(2ᵇ−1))/k for independent components (<a
 * href="https://doi.org/10.1145/1772690.1772759">Ping Li and Christian König, b-Bit Minwise Hashing,
 * 2010</a>). Below q it is cut at 0.
 *
 * @param format gives k components of b bits
 */
public record SimilarityEstimate(SignatureFormat format) {

    /** Returns the estimate by 0–k equal components: in [0,1], 1 exactly when all are equal. */
    public double similarity(int equalComponents) {
        double share = (double) equalComponents / format.hashCount();
        return Math.max(0, (share - format.accident()) / (1 - format.accident()));
    }

    /** Returns the smallest number of equal components whose estimate is at least a similarity in [0,1]. */
    public int equalComponentsFor(double similarity) {
        if (similarity == 0) {
            return 0;
        }
        // One fewer than computed, which may be rounded up.
        int equal = Math.max(0, (int) (expectedShare(similarity) * format.hashCount()) - 1);
        while (equal < format.hashCount() && similarity(equal) < similarity) {
            equal++;
        }
        return equal;
    }

    /**
     * Returns the estimate that a pair of a similarity stays below with a small probability at most: by
     * the bound of Chernoff, P(p̂ ≤ x) ≤ exp(−k·D(x‖p)) with D the divergence of two coins. That is for
     * independent components; those of the other sketches vary less.
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
        int hashCount = format.hashCount();
        int equal = equalComponentsFor(similarity);
        while (equal <= hashCount
                && (equal <= expected * hashCount || tail(equal, expected) > probability)) {
            equal++;
        }
        return equal > hashCount ? Math.nextUp(1.0) : similarity(equal);
    }

    private double expectedShare(double similarity) {
        return similarity * (1 - format.accident()) + format.accident();
    }

    /** Bounds the probability of so many equal components, or more extreme ones, 1 for those expected. */
    private double tail(int equal, double expected) {
        double share = (double) equal / format.hashCount();
        double divergence = term(share, expected) + term(1 - share, 1 - expected);
        return Math.exp(-format.hashCount() * divergence);
    }

    private static double term(double share, double expected) {
        return share == 0 ? 0 : share * Math.log(share / expected);
    }
}
