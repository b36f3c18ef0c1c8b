package org.nearduplicate.sketch;

/**
 * What the shingles that two texts have in common are a share of: the text that is asked about, A, the document, B, or
 * both together.
 */
public enum ShareOf {

    /** |A∩B| / |A∪B|, the Jaccard similarity. */
    UNION {
        @Override
        public double share(int common, int like, int document) {
            return Jaccard.similarity(common, like, document);
        }

        @Override
        double upperBound(int like, int document) {
            return Jaccard.upperBound(like, document);
        }

        @Override
        int commonNeeded(double share, int like, int document) {
            return Jaccard.commonNeeded(share, like, document);
        }

        @Override
        int differing(int like, int document) {
            return like + document;
        }
    },

    /** |A∩B| / |A|: how much of the text that is asked about is in the document. */
    LIKE {
        @Override
        public double share(int common, int like, int document) {
            return (double) common / like;
        }

        @Override
        double upperBound(int like, int document) {
            return Math.min(1, (double) document / like);
        }

        @Override
        int commonNeeded(double share, int like, int document) {
            return (int) Math.ceil(share * like - Rounding.ERROR * like);
        }

        @Override
        int differing(int like, int document) {
            return like;
        }
    },

    /** |A∩B| / |B|: how much of the document is in the text that is asked about. */
    DOCUMENT {
        @Override
        public double share(int common, int like, int document) {
            return LIKE.share(common, document, like);
        }

        @Override
        double upperBound(int like, int document) {
            return LIKE.upperBound(document, like);
        }

        @Override
        int commonNeeded(double share, int like, int document) {
            return LIKE.commonNeeded(share, document, like);
        }

        @Override
        int differing(int like, int document) {
            return document;
        }
    };

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
    public abstract double share(int common, int like, int document);

    /** Returns the highest share that sets of two sizes can have, in (0,1]. */
    abstract double upperBound(int like, int document);

    /**
     * Returns how many elements two sets have to share; by rounding it may be too low, by one for all but huge
     * sets, and is never too high.
     */
    abstract int commonNeeded(double share, int like, int document);

    /** Returns how many elements lower the share, of so many that only one of the sets has. */
    abstract int differing(int like, int document);
}
