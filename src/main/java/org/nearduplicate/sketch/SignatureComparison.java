package org.nearduplicate.sketch;

/**
 * Decides whether two signatures of one scheme are similar enough, and how similar they are: sets too
 * different in size cannot reach the minimum, the others are estimated from the equal components.
 * Not thread-safe; compares without allocating.
 */
public final class SignatureComparison {

    /** The probability with which a pair may be decided wrongly before its shingle sets are compared. */
    private static final double ERROR = 1e-6;

    private final SignatureFormat format;
    private final SimilarityEstimate estimate;
    private final boolean beforeExact;
    private final double certain;
    private double minSimilarity;
    private int minEqual;

    /** Creates a comparison for a similarity to reach, in [0,1]. */
    public SignatureComparison(SignatureFormat format, double minSimilarity) {
        this(format, minSimilarity, false);
    }

    private SignatureComparison(SignatureFormat format, double minSimilarity, boolean beforeExact) {
        this.format = format;
        this.estimate = new SimilarityEstimate(format);
        this.beforeExact = beforeExact;
        this.certain = beforeExact ? estimate.highest(minSimilarity, ERROR) : minSimilarity;
        this.minSimilarity = minSimilarity;
        this.minEqual = minEqual(minSimilarity);
    }

    /**
     * Creates a comparison that goes before one of shingle sets: it rejects estimates as low as one pair in
     * a million has that is similar enough, far fewer than the bands miss.
     *
     * @param minSimilarity the exact similarity to reach, in [0,1]
     */
    public static SignatureComparison beforeExact(SignatureFormat format, double minSimilarity) {
        return new SignatureComparison(format, minSimilarity, true);
    }

    /**
     * Allows pairs below a similarity to be rejected from now on. Where an estimate decides, the bound by
     * the sizes stays at the minimum, since an estimate may exceed it.
     */
    public void raiseMinimum(double similarity) {
        minEqual = Math.max(minEqual, minEqual(similarity));
        if (beforeExact) {
            minSimilarity = Math.max(minSimilarity, similarity);
        }
    }

    /**
     * Returns whether an estimate decides that the minimum is reached that the comparison was created with.
     * Before an exact comparison it does if at most one in a million pairs below the minimum has it.
     */
    public boolean isCertain(double similarity) {
        return similarity >= certain;
    }

    /**
     * Returns whether an estimate is enough, so that shingle sets need not be compared.
     *
     * @param similarity an estimate, or {@link Jaccard#REJECTED}
     * @param needsSimilarity whether it matters how similar those are that are similar enough
     */
    public boolean decides(double similarity, boolean needsSimilarity) {
        return similarity == Jaccard.REJECTED || needsSimilarity == false && isCertain(similarity);
    }

    /** Returns whether sets of two sizes can be similar enough. */
    public boolean sizesAllow(int shingleCountA, int shingleCountB) {
        return Jaccard.upperBound(shingleCountA, shingleCountB) >= minSimilarity;
    }

    /**
     * Estimates the similarity of a signature with one in its stored form, of a size that {@linkplain
     * #sizesAllow allows} it to be high enough.
     *
     * @return the estimated similarity, or {@link Jaccard#REJECTED}
     */
    public double estimate(Signature signature, byte[] other, int offset) {
        return estimate(signature.equalComponents(other, offset, minEqual));
    }

    /**
     * Compares two signatures in their stored form, sizes and components.
     *
     * @return the estimated similarity, or {@link Jaccard#REJECTED}
     */
    public double similarity(byte[] a, int offsetA, byte[] b, int offsetB) {
        if (sizesAllow(
                SignatureFormat.shingleCount(a, offsetA),
                SignatureFormat.shingleCount(b, offsetB))) {
            return estimate(format.equalComponents(a, offsetA, b, offsetB, minEqual));
        }
        return Jaccard.REJECTED;
    }

    private int minEqual(double similarity) {
        return estimate.equalComponentsFor(
                beforeExact ? estimate.lowest(similarity, ERROR) : similarity);
    }

    private double estimate(int equalComponents) {
        return equalComponents < 0 ? Jaccard.REJECTED : estimate.similarity(equalComponents);
    }
}
