package org.nearduplicate.lucene;

import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.SignatureCurve;

/** How candidates are verified. */
public enum Verify {

    /** By their signatures: an estimate. */
    SIGNATURE,

    /** By their shingle sets, which the field stores with {@code exact}, or {@code _source} gives back. */
    EXACT;

    /** The parameter as users write it. Where they do not, signatures stand in where there are no sets. */
    public static final ChoiceParameter<Verify> PARAMETER = new ChoiceParameter<>("verify", EXACT);

    /**
     * Returns the probability that a pair is found whose similarity is just the minimum: that its bands
     * meet, and, where signatures verify, that its estimate is not too low.
     *
     * @param scheme how the pair was sketched, with bands of the rows that a lookup takes
     * @param minSimilarity the similarity that hits reach, in (0,1]
     * @return the probability, in [0,1]
     */
    public double probabilityFound(Scheme scheme, double minSimilarity) {
        return switch (this) {
            case EXACT -> scheme.banding().probability(minSimilarity);
            case SIGNATURE -> new SignatureCurve(scheme.banding(), scheme.signatureFormat())
                    .probability(minSimilarity, minSimilarity);
        };
    }
}
