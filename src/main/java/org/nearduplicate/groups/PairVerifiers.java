package org.nearduplicate.groups;

/** Makes the verifiers of a job. */
@FunctionalInterface
interface PairVerifiers {

    /**
     * Makes a verifier.
     *
     * @param minSimilarity the similarity that a pair reaches to be handed on, in [0,1]
     * @param sink says which pairs are compared, and takes those that are similar enough
     */
    PairVerifier verifier(double minSimilarity, PairSink sink);
}
