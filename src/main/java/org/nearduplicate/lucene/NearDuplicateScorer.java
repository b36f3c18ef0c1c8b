package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.nearduplicate.lucene.version.WeightScorer;
import org.nearduplicate.sketch.Jaccard;

/** Scores the candidates of one segment that verify, by their similarity. */
final class NearDuplicateScorer extends WeightScorer {

    private final Candidates candidates;
    private final CandidateVerifier verifier;
    private final CandidateScore score;
    private final TwoPhaseIterator verified;

    /**
     * @param weight makes the scorer
     * @param candidates not yet iterated
     */
    NearDuplicateScorer(
            Weight weight,
            DocIdSetIterator candidates,
            CandidateVerifier verifier,
            float boost) {
        super(weight);
        this.candidates = new Candidates(candidates);
        this.verifier = verifier;
        this.score = new CandidateScore(this.candidates, verifier, boost);
        this.verified = new VerifiedCandidates();
    }

    /**
     * Returns a scorer of the same candidates that verifies several at a time.
     *
     * @param oneByOne goes through this scorer
     */
    BulkScorer inBatches(BulkScorer oneByOne) {
        return new NearDuplicateBulkScorer(candidates, verifier, score, oneByOne);
    }

    @Override
    public int docID() {
        return candidates.docID();
    }

    @Override
    public DocIdSetIterator iterator() {
        return TwoPhaseIterator.asDocIdSetIterator(verified);
    }

    @Override
    public TwoPhaseIterator twoPhaseIterator() {
        return verified;
    }

    @Override
    public float score() {
        return score.score();
    }

    @Override
    public float getMaxScore(int upTo) {
        return score.max();
    }

    @Override
    public void setMinCompetitiveScore(float minScore) {
        score.setMinCompetitiveScore(minScore);
    }

    private final class VerifiedCandidates extends TwoPhaseIterator {

        VerifiedCandidates() {
            super(candidates);
        }

        @Override
        public boolean matches() throws IOException {
            int doc = approximation.docID();
            double similarity = verifier.verify(doc);
            score.set(doc, similarity);
            return similarity != Jaccard.REJECTED;
        }

        @Override
        public float matchCost() {
            return verifier.cost();
        }
    }
}
