package org.nearduplicate.sketch;

/**
 * Decides whether two signatures of one scheme are similar enough, and how similar they are: sets too
 * different in size cannot reach the minimum, the others are estimated from the equal components.
 * Belongs to one thread; compares without allocating.
 */
public final class SignatureComparison {

    /** Returned for signatures that are not similar enough. */
    public static final double REJECTED = -1;

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
        this.estimate = new SimilarityEstimate(hashCount);
        this.minSimilarity = minSimilarity;
        this.minEqual = estimate.equalComponentsFor(minSimilarity);
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
     * Compares a signature with one in its stored form.
     *
     * @param signature the signature
     * @param shingleCount the distinct shingles of the other
     * @param components hold the k components of the other
     * @param offset where they begin
     * @return the estimated similarity, or {@link #REJECTED}
     */
    public double similarity(Signature signature, int shingleCount, byte[] components, int offset) {
        return similarity(
                signature.shingleCount(), signature.components(), 0,
                shingleCount, components, offset);
    }

    /**
     * Compares two signatures in their stored form.
     *
     * @param shingleCountA the distinct shingles of the first
     * @param componentsA hold its k components
     * @param offsetA where they begin
     * @param shingleCountB the distinct shingles of the second
     * @param componentsB hold its k components
     * @param offsetB where they begin
     * @return the estimated similarity, or {@link #REJECTED}
     */
    public double similarity(
            int shingleCountA, byte[] componentsA, int offsetA,
            int shingleCountB, byte[] componentsB, int offsetB) {
        if (Jaccard.upperBound(shingleCountA, shingleCountB) < minSimilarity) {
            return REJECTED;
        }
        int equal = Signature.equalComponents(
                componentsA, offsetA, componentsB, offsetB, estimate.hashCount(), minEqual);
        return equal < 0 ? REJECTED : estimate.similarity(equal);
    }
}
