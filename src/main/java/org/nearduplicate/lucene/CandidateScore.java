package org.nearduplicate.lucene;

import org.apache.lucene.search.Scorable;

/**
 * The score of the candidate at hand, and what a collector says of the scores it still wants. It is no scorer,
 * since of a batch the candidates are verified ahead of the one that is collected.
 */
final class CandidateScore extends Scorable {

    private final Candidates candidates;
    private final CandidateVerifier verifier;
    private final float boost;
    private int doc = -1;
    private double similarity;

    /**
     * @param candidates end when none can have a score that is still wanted
     * @param verifier rejects those that cannot
     */
    CandidateScore(Candidates candidates, CandidateVerifier verifier, float boost) {
        this.candidates = candidates;
        this.verifier = verifier;
        this.boost = boost;
    }

    static float score(double similarity, float boost) {
        return (float) (similarity * boost);
    }

    /** Takes the candidate that is at hand from now on, and its similarity. */
    void set(int doc, double similarity) {
        this.doc = doc;
        this.similarity = similarity;
    }

    /** Asked for by Lucene 9. */
    public int docID() {
        return doc;
    }

    @Override
    public float score() {
        return score(similarity, boost);
    }

    /** What makes no more than the next lower score is rejected; what lies between may be rounded up. */
    @Override
    public void setMinCompetitiveScore(float minScore) {
        if (minScore > max()) {
            candidates.end();
        } else if (boost > 0) {
            verifier.raiseMinimum(Math.nextDown(minScore) / (double) boost);
        }
    }

    /** Returns the highest score that there can be. */
    float max() {
        return boost;
    }
}
