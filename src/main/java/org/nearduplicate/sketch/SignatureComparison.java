package org.nearduplicate.sketch;

/**
 * Decides whether two signatures of one scheme are similar enough, and how similar they are: sets too
 * different in size cannot reach the minimum, the others are estimated from the equal components.
 * Belongs to one thread; compares without allocating.
 */
public final class SignatureComparison {

    private final SimilarityEstimate estimate;
    private final double minSimilarity;
    private int minEqual;

    /**
     * Creates a comparison.
     *
     * @param hashCount k, the components of the signatures
     * @param minSimilarity the similarity to reach, in [0,1]
     */
    public SignatureComparison(int hashCount, double minSimilarity) {
        this(new SimilarityEstimate(hashCount), minSimilarity, minSimilarity);
    }

    private SignatureComparison(
            SimilarityEstimate estimate, double minSimilarity, double minEstimate) {
        this.estimate = estimate;
        this.minSimilarity = minSimilarity;
        this.minEqual = estimate.equalComponentsFor(minEstimate);
    }

    /**
     * Creates a comparison that goes before one of shingle sets: it rejects estimates as low as a pair that
     * is similar enough seldom has.
     *
     * @param hashCount k, the components of the signatures
     * @param minSimilarity the exact similarity to reach, in [0,1]
     * @param missed the probability with which a pair of that similarity may be rejected, in (0,1)
     * @return the comparison
     */
    public static SignatureComparison beforeExact(
            int hashCount, double minSimilarity, double missed) {
        SimilarityEstimate estimate = new SimilarityEstimate(hashCount);
        return new SignatureComparison(
                estimate, minSimilarity, estimate.lowest(minSimilarity, missed));
    }

    /**
     * Allows estimates below a similarity to be rejected from now on. The bound by the sizes stays at
     * the minimum, since an estimate may exceed it.
     *
     * @param similarity the similarity that still matters
     */
    public void raiseMinimum(double similarity) {
        minEqual = Math.max(minEqual, estimate.equalComponentsFor(similarity));
    }

    /**
     * Returns whether sets of two sizes can be similar enough.
     *
     * @param shingleCountA the distinct shingles of one
     * @param shingleCountB those of the other
     * @return whether signatures of them are worth a comparison
     */
    public boolean sizesAllow(int shingleCountA, int shingleCountB) {
        return Jaccard.upperBound(shingleCountA, shingleCountB) >= minSimilarity;
    }

    /**
     * Estimates the similarity of a signature with one in its stored form, of a size that {@linkplain
     * #sizesAllow allows} it to be high enough.
     *
     * @param signature the signature
     * @param other holds the other
     * @param offset where that begins
     * @return the estimated similarity, or {@link Jaccard#REJECTED}
     */
    public double estimate(Signature signature, byte[] other, int offset) {
        return estimate(signature.equalComponents(other, offset, minEqual));
    }

    /**
     * Compares two signatures in their stored form, sizes and components.
     *
     * @param a holds the first
     * @param offsetA where it begins
     * @param b holds the second
     * @param offsetB where it begins
     * @return the estimated similarity, or {@link Jaccard#REJECTED}
     */
    public double similarity(byte[] a, int offsetA, byte[] b, int offsetB) {
        if (sizesAllow(Signature.shingleCount(a, offsetA), Signature.shingleCount(b, offsetB))) {
            return estimate(Signature.equalComponents(
                    a, offsetA, b, offsetB, estimate.hashCount(), minEqual));
        }
        return Jaccard.REJECTED;
    }

    private double estimate(int equalComponents) {
        return equalComponents < 0 ? Jaccard.REJECTED : estimate.similarity(equalComponents);
    }
}
