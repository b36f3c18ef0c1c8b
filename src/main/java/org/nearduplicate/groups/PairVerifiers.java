package org.nearduplicate.groups;

/** Makes the verifiers of a job. */
@FunctionalInterface
interface PairVerifiers {

    /**
     * Makes a verifier.
     *
     * @param minSimilarity the similarity that a pair reaches to be handed on, in [0,1]
     * @param verified takes these pairs
     */
    PairVerifier verifier(double minSimilarity, PairSink verified);
}
