package org.nearduplicate.groups.part;

/**
 * Compares pairs of contents in the order in which they are added, and hands on those that are similar
 * enough. Belongs to one thread.
 */
@FunctionalInterface
interface PairVerifier {

    /** Adds a pair; it is compared now or later. */
    void add(int a, int b);

    /** Compares what was added and not yet compared. */
    default void finish() {}

    /** Wants pairs of contents to be compared, and takes those that are similar enough. */
    @FunctionalInterface
    interface Sink {

        /** Returns whether a pair is to be compared; asked when its turn has come. */
        default boolean isWanted(int a, int b) {
            return true;
        }

        /** Takes a pair that is similar enough, before it is asked about the next. */
        void accept(int a, int b, double similarity);
    }

    /** Makes the verifiers of a job. */
    @FunctionalInterface
    interface Maker {

        /**
         * Makes a verifier.
         *
         * @param minSimilarity the similarity that a pair reaches to be handed on, in [0,1]
         * @param sink says which pairs are compared, and takes those that are similar enough
         */
        PairVerifier make(double minSimilarity, Sink sink);
    }
}
