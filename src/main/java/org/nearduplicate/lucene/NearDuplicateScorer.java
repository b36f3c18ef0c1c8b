package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;
import org.nearduplicate.sketch.Jaccard;

/** Scores the candidates of one segment that verify, by their similarity. */
final class NearDuplicateScorer extends Scorer {

    private final Candidates candidates;
    private final CandidateVerifier verifier;
    private final CandidateScore score;

    NearDuplicateScorer(DocIdSetIterator candidates, CandidateVerifier verifier, float boost) {
        this(candidates, verifier, new CandidateScore(verifier, boost));
    }

    /**
     * @param score receives the similarity of each hit
     */
    NearDuplicateScorer(
            DocIdSetIterator candidates, CandidateVerifier verifier, CandidateScore score) {
        this.candidates = new Candidates(candidates);
        this.verifier = verifier;
        this.score = score;
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

    private final class Candidates extends TwoPhaseIterator {

        Candidates(DocIdSetIterator candidates) {
            super(candidates);
        }

        @Override
        public boolean matches() throws IOException {
            double similarity = verifier.verify(approximation.docID());
            score.setSimilarity(similarity);
            return similarity != Jaccard.REJECTED;
        }

        @Override
        public float matchCost() {
            return verifier.cost();
        }
    }
}
