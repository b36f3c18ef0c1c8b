package org.nearduplicate.sketch;

/** The variance of an estimate from k components of b bits each, in theory. */
final class Variance {

    private Variance() {}

    /** Adds to the variance of full components what they vary by because some agree by accident. */
    static double of(
            SketchAlgorithm algorithm, double similarity, int union, int hashCount, int bits) {
        double factor = switch (algorithm) {
            case MINHASH -> 1;
            case FAST_SIMILARITY -> fastSimilarityFactor(hashCount, union);
            case SUPER_MINHASH -> superMinHashFactor(hashCount, union);
        };
        return (1 - similarity) * (factor * similarity + 1 / (Math.pow(2, bits) - 1))
                / hashCount;
    }

    /**
     * Returns the variance of Fast Similarity Sketching at full width over that of MinHash.
     *
     * <p>The h bins that are filled in one round hold h different elements of the union, each choice of h
     * with the same probability. So of these a hypergeometric number is common, with variance
     * h·J(1−J)·(u−h)/(u−1), independently of the other rounds. What is expected of h and of its pairs follows
     * from the bins that u balls a round leave empty. Bins that are filled after k rounds are independent.
     */
    static double fastSimilarityFactor(int k, int u) {
        double missesOne = Math.pow(1 - 1.0 / k, u);
        double missesTwo = Math.pow(1 - 2.0 / k, u);
        double sum = k * Math.pow(missesOne, k);
        for (int round = 0; round < k; round++) {
            double hit = k * Math.pow(missesOne, round) * (1 - missesOne);
            double pairsHit = k * (k - 1) * Math.pow(missesTwo, round)
                    * (1 - 2 * missesOne + missesTwo);
            sum += (u * hit - hit - pairsHit) / (u - 1);
        }
        return sum / k;
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
