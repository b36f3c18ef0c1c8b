package org.nearduplicate.sketch.sets;

import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.Rounding;

/**
 * What the shingles that two texts have in common are a share of: the text of the query, A, the document, B, or both
 * together.
 */
public enum ShareOf {

    /** |A∩B| / |A∪B|, the Jaccard similarity. */
    UNION,

    /** |A∩B| / |A|: how much of the text of the query is in the document. */
    LIKE,

    /** |A∩B| / |B|: how much of the document is in the text of the query. */
    DOCUMENT;

    /** The parameter as users write it. */
    public static final ChoiceParameter<ShareOf> PARAMETER =
            new ChoiceParameter<>("share_of", UNION);

    /**
     * Returns the share.
     *
     * @param common |A∩B|
     * @param like |A|, at least 1
     * @param document |B|, at least 1
     * @return it, in [0,1]
     */
    public double share(int common, int like, int document) {
        return switch (this) {
            case UNION -> Jaccard.similarity(common, like, document);
            case LIKE -> (double) common / like;
            case DOCUMENT -> (double) common / document;
        };
    }

    /** Returns the highest share that sets of two sizes can have, in (0,1]. */
    double upperBound(int like, int document) {
        return switch (this) {
            case UNION -> Jaccard.upperBound(like, document);
            case LIKE -> Math.min(1, (double) document / like);
            case DOCUMENT -> Math.min(1, (double) like / document);
        };
    }

    /**
     * Returns how many elements two sets have to share, of the union ⌈J·(|A|+|B|)/(1+J)⌉. By rounding it may be too low,
     * by one for all but huge sets, and is never too high.
     */
    int commonNeeded(double share, int like, int document) {
        double whole = switch (this) {
            case UNION -> (double) like + document;
            case LIKE -> like;
            case DOCUMENT -> document;
        };
        double needed = this == UNION ? share * whole / (1 + share) : share * whole;
        return (int) Math.ceil(needed - Rounding.ERROR * whole);
    }

    /** Returns how many elements lower the share, of so many that only one of the sets has. */
    int differing(int like, int document) {
        return (this == DOCUMENT ? 0 : like) + (this == LIKE ? 0 : document);
    }
}
