package org.nearduplicate.groups.part;

import org.nearduplicate.sketch.Jaccard;

/**
 * Compares pairs of signatures in the order in which they are added, and hands on those that are similar
 * enough. Not thread-safe.
 */
@FunctionalInterface
interface PairVerifier {

    /** Adds a pair; it is compared now or later. */
    void add(int a, int b);

    /** Compares what was added and not yet compared. */
    default void finish() {}

    /** Wants pairs of signatures to be compared, and takes those that are similar enough. */
    @FunctionalInterface
    interface Sink {

        /** Returns whether a pair is to be compared; called when its turn has come. */
        default boolean isWanted(int a, int b) {
            return true;
        }

        /** Takes a pair that is similar enough, before the next is offered. */
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

    /** Compares two signatures in their stored form. */
    @FunctionalInterface
    interface Comparison {

        /** Returns the similarity that they say, or {@link Jaccard#REJECTED} if it is too low. */
        double similarity(byte[] a, int offsetA, byte[] b, int offsetB);
    }

    /** Compares the signatures themselves, at once. Allocates nothing per pair. */
    record BySignatures(DistinctSignatures signatures, Comparison comparison, Sink sink)
            implements PairVerifier {

        @Override
        public void add(int a, int b) {
            if (sink.isWanted(a, b) == false) {
                return;
            }
            double similarity = comparison.similarity(
                    signatures.bytes(a), signatures.offset(a), signatures.bytes(b),
                    signatures.offset(b));
            if (similarity != Jaccard.REJECTED) {
                sink.accept(a, b, similarity);
            }
        }
    }
}
