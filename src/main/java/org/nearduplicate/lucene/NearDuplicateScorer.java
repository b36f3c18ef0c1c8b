package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/** Scores the candidates of one segment that verify, by their similarity. */
final class NearDuplicateScorer extends Scorer {

    /** Keeps rounding from rejecting a document whose score is just the competitive minimum. */
    private static final double ROUNDING = 1e-6;

    private final Candidates candidates;
    private final CandidateVerifier verifier;
    private final float boost;

    NearDuplicateScorer(BucketUnion buckets, CandidateVerifier verifier, float boost) {
        this.candidates = new Candidates(buckets);
        this.verifier = verifier;
        this.boost = boost;
    }

    static float score(double similarity, float boost) {
        return (float) (similarity * boost);
    }

    @Override
    public int docID() {
        return candidates.approximation().docID();
    }

    @Override
    public DocIdSetIterator iterator() {
        return TwoPhaseIterator.asDocIdSetIterator(candidates);
    }

    @Override
    public TwoPhaseIterator twoPhaseIterator() {
        return candidates;
    }

    @Override
    public float score() {
        return score(candidates.similarity, boost);
    }

    @Override
    public float getMaxScore(int upTo) {
        return boost;
    }

    @Override
    public void setMinCompetitiveScore(float minScore) {
        if (boost > 0) {
            verifier.raiseMinimum(minScore / (double) boost * (1 - ROUNDING));
        }
    }

    private final class Candidates extends TwoPhaseIterator {

        private double similarity;

        Candidates(BucketUnion buckets) {
            super(buckets);
        }

        @Override
        public boolean matches() throws IOException {
            similarity = verifier.verify(approximation.docID());
            return similarity != CandidateVerifier.REJECTED;
        }

        @Override
        public float matchCost() {
            return verifier.cost();
        }
    }
}
