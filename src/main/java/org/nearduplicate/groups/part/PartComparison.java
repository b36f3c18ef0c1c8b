package org.nearduplicate.groups.part;

import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SignatureFormat;
import org.nearduplicate.sketch.sets.CountedPart;

/**
 * Compares the signatures of pairs before what counts of their shingle sets: by the bound of {@link CountedPart} for the
 * sizes of each, rounded down to one of {@value #STEPS} steps, for which there is a {@link SignatureComparison}. If no
 * shingle is ignored, that is always the last one, for the very similarity. Not thread-safe.
 */
final class PartComparison {

    private static final int STEPS = 32;

    private final SignatureFormat format;
    private final double minSimilarity;
    private final CountedPart part;
    private final SignatureComparison[] comparisons = new SignatureComparison[STEPS + 1];

    /**
     * @param minSimilarity the similarity that the counted parts have to reach, in [0,1]
     * @param part says how many shingles do not count
     */
    PartComparison(SignatureFormat format, double minSimilarity, CountedPart part) {
        this.format = format;
        this.minSimilarity = minSimilarity;
        this.part = part;
    }

    /**
     * Compares two different signatures in their stored form, as {@link SignatureComparison#similarity} does.
     *
     * @return the estimated similarity of the whole texts, or {@link Jaccard#REJECTED} if what counts cannot be similar
     *     enough
     */
    double similarity(byte[] a, int offsetA, byte[] b, int offsetB) {
        int larger = Math.max(
                SignatureFormat.shingleCount(a, offsetA), SignatureFormat.shingleCount(b, offsetB));
        int counted = Math.max(0, larger - part.ignored());
        return comparison((int) part.leastOfWhole(STEPS, counted))
                .similarity(a, offsetA, b, offsetB);
    }

    /** Most jobs need few of them. */
    private SignatureComparison comparison(int step) {
        if (comparisons[step] == null) {
            comparisons[step] =
                    SignatureComparison.beforeExact(format, minSimilarity * step / STEPS);
        }
        return comparisons[step];
    }
}
