package org.nearduplicate.lucene;

import org.apache.lucene.search.Scorable;

/**
 * The score of the candidate at hand, and what a collector says of the scores it still wants. It is no scorer,
 * since of a batch the candidates are verified ahead of the one that is collected.
 */
final class CandidateScore extends Scorable {

    /** Keeps rounding from rejecting a document whose score is just the competitive minimum. */
    private static final double ROUNDING = 1e-6;

    private final CandidateVerifier verifier;
    private final float boost;
    private double similarity;

    CandidateScore(CandidateVerifier verifier, float boost) {
        this.verifier = verifier;
        this.boost = boost;
    }

    static float score(double similarity, float boost) {
        return (float) (similarity * boost);
    }

    /** Takes the similarity of the candidate that is at hand from now on. */
    void setSimilarity(double similarity) {
        this.similarity = similarity;
    }

    @Override
    public float score() {
        return score(similarity, boost);
    }

    @Override
    public void setMinCompetitiveScore(float minScore) {
        if (boost > 0) {
            verifier.raiseMinimum(minScore / (double) boost * (1 - ROUNDING));
        }
    }

    /** Returns the highest score that there can be. */
    float max() {
        return boost;
    }
}
