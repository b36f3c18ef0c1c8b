package org.nearduplicate.sketch;

/** The variance of an estimate from k components of 8 bits each, in theory. */
final class Variance {

    /** What adds to the similarity because components agree by accident: 2⁻⁸ / (1 − 2⁻⁸). */
    private static final double ACCIDENTS = 1.0 / 255;

    private Variance() {}

    static double of(SketchAlgorithm algorithm, double similarity, int union, int hashCount) {
        double factor = switch (algorithm) {
            case MINHASH -> 1;
            case SUPER_MINHASH -> superMinHashFactor(hashCount, union);
        };
        return (1 - similarity) * (factor * similarity + ACCIDENTS) / hashCount;
    }

    /**
     * Returns α(m,u), the variance of SuperMinHash at full width over that of MinHash.
     *
     * <pre>
     *              m−1
     * α(m,u) = 1 −  ∑  lᵘ((l+1)ᵘ + (l−1)ᵘ − 2lᵘ) / ((m−1)ᵘ⁻¹ mᵘ (u−1))
     *              l=1
     * </pre>
     *
     * @param m the number of components
     * @param u the size of the union, at least 2
     * @see <a href="https://arxiv.org/abs/1706.05698">Ertl, SuperMinHash, 2017</a>
     */
    static double superMinHashFactor(int m, int u) {
        double pairs = (double) m * (m - 1);
        double sum = 0;
        for (int l = 1; l < m; l++) {
            sum += Math.pow(l * (l + 1) / pairs, u) + Math.pow(l * (l - 1) / pairs, u)
                    - 2 * Math.pow(l * l / pairs, u);
        }
        return 1 - sum * (m - 1) / (u - 1);
    }
}
