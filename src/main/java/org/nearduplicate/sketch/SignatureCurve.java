package org.nearduplicate.sketch;

/**
 * The probability that a pair is found where signatures verify: it has to be a candidate, and its estimate
 * has to reach the minimum. Both hang on the same components, so one probability is not the other times a
 * third.
 *
 * <p>Of k independent components M are equal, each with probability J. The pair is no candidate if none of the
 * b bands of r of them is equal throughout; P(M = m, no candidate) is the m-th coefficient of B(x)ᵇ·C(x)ᵏ⁻ᵇʳ,
 * with C(x) = 1 − J + Jx for a component and B(x) = C(x)ʳ − Π((1 − J)aᵢ + Jx) for a band whose rows are equal by
 * accident in the aᵢ of cases ({@link BandRows}). Of the others each agrees by accident in the bits of the signature (Li and
 * König, see {@link SimilarityEstimate}), which are other ones. Components of SuperMinHash and of Fast
 * Similarity Sketching vary less on texts of few shingles: there a pair above the minimum is found more surely, and one below it
 * less often. Sets of different sizes are never found below the similarity that the sizes allow; above the
 * minimum these allow all.
 *
 * @param banding b bands of r rows
 * @param format k components, at least b·r, and the bits that are kept of each
 */
public record SignatureCurve(Banding banding, SignatureFormat format) {

    /** Checks that there are enough components. */
    public SignatureCurve {
        banding.within(format.hashCount());
    }

    /**
     * Returns the probability that a pair is found. O(k²).
     *
     * @param similarity its similarity J in [0,1]
     * @param minSimilarity the estimate that hits reach, in (0,1]
     * @return the probability, in [0,1]
     */
    public double probability(double similarity, double minSimilarity) {
        int needed = new SimilarityEstimate(format).equalComponentsFor(minSimilarity);
        int hashCount = format.hashCount();
        double[] component = {1 - similarity, similarity};
        double[] unequalBand = unequalBand(component, similarity);
        double[] all = power(component, hashCount);
        double[] noCandidate = product(
                power(unequalBand, banding.bands()),
                power(component, hashCount - banding.components()));
        double found = 0;
        for (int equal = 0; equal <= hashCount; equal++) {
            double candidate = Math.max(0, all[equal] - noCandidate[equal]);
            found += candidate * agreeByAccident(hashCount - equal, needed - equal);
        }
        return Math.min(1, found);
    }

    private double[] unequalBand(double[] component, double similarity) {
        double[] unequal = power(component, banding.rows());
        double[] equal = {1};
        for (int row = 0; row < banding.rows(); row++) {
            equal = product(
                    equal,
                    new double[] {(1 - similarity) * BandRows.accident(row), similarity});
        }
        for (int i = 0; i < equal.length; i++) {
            unequal[i] -= equal[i];
        }
        return unequal;
    }

    /** Returns the probability that at least some of the components agree that are not equal. */
    private double agreeByAccident(int components, int atLeast) {
        double odds = format.accident() / (1 - format.accident());
        double probability = Math.pow(1 - format.accident(), components);
        double fewer = 0;
        for (int agree = 0; agree < atLeast; agree++) {
            fewer += probability;
            probability *= odds * (components - agree) / (agree + 1);
        }
        return Math.max(0, 1 - fewer);
    }

    /** Returns the coefficients of a polynomial to a power. */
    private static double[] power(double[] polynomial, int exponent) {
        double[] power = {1};
        for (int i = 0; i < exponent; i++) {
            power = product(power, polynomial);
        }
        return power;
    }

    private static double[] product(double[] a, double[] b) {
        double[] product = new double[a.length + b.length - 1];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                product[i + j] += a[i] * b[j];
            }
        }
        return product;
    }
}
