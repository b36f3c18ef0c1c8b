package org.nearduplicate.groups;

/** Makes the verifiers of a job. */
@FunctionalInterface
interface PairVerifiers {

    /**
     * Makes a verifier.
     *
     * @param minSimilarity the similarity that a pair reaches to be handed on, in [0,1]
     * @param filter decides which pairs are compared
     * @param verified takes the pairs that are similar enough
     */
    PairVerifier verifier(double minSimilarity, PairVerifier.Filter filter, PairSink verified);
}
