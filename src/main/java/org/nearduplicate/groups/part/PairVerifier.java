package org.nearduplicate.groups.part;

import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.SignatureComparison;

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

    /** Compares the signatures themselves, at once. Allocates nothing per pair. */
    record BySignatures(DistinctSignatures signatures, SignatureComparison comparison, Sink sink)
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
