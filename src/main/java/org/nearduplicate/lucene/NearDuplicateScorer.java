package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.nearduplicate.lucene.version.WeightScorer;
import org.nearduplicate.sketch.Jaccard;

/**
 * Scores the candidates of one segment that verify, by their similarity. Checks between verifications whether the search
 * is cancelled: Elasticsearch checks only between windows of thousands of documents, which take seconds where each has a
 * large set.
 */
final class NearDuplicateScorer extends WeightScorer {

    /** The most candidates that are verified together. */
    static final int BATCH = 64;

    /** The simple operations between two checks for cancellation: a fraction of a millisecond. */
    private static final float OPERATIONS = 100_000;

    /** What a candidate costs at least: its own set may be large where that of the query is small. */
    private static final float LEAST_COST = 100;

    private final Candidates candidates;
    private final CandidateVerifier verifier;
    private final CandidateScore score;
    private final TwoPhaseIterator verified;
    private final Runnable checkCancelled;
    private float operations;

    /** @param candidates not yet iterated */
    NearDuplicateScorer(
            Weight weight,
            DocIdSetIterator candidates,
            CandidateVerifier verifier,
            float boost,
            Runnable checkCancelled) {
        super(weight);
        this.candidates = new Candidates(candidates);
        this.verifier = verifier;
        this.score = new CandidateScore(boost);
        this.verified = new VerifiedCandidates();
        this.checkCancelled = checkCancelled;
    }

    static float score(double similarity, float boost) {
        return (float) (similarity * boost);
    }

    /** Returns a scorer of the same candidates that verifies several at a time; {@code oneByOne} goes through this scorer. */
    BulkScorer inBatches(BulkScorer oneByOne) {
        return new InBatches(oneByOne);
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
        return score.boost;
    }

    @Override
    public void setMinCompetitiveScore(float minScore) {
        score.setMinCompetitiveScore(minScore);
    }

    /** Counts what is to be verified next. */
    private void work(int count) {
        operations += count * Math.max(verifier.cost(), LEAST_COST);
        if (operations >= OPERATIONS) {
            operations = 0;
            checkCancelled.run();
        }
    }

    private final class VerifiedCandidates extends TwoPhaseIterator {

        VerifiedCandidates() {
            super(candidates);
        }

        @Override
        public boolean matches() throws IOException {
            work(1);
            int doc = approximation.docID();
            score.doc = doc;
            score.similarity = verifier.verify(doc);
            return score.similarity != Jaccard.REJECTED;
        }

        @Override
        public float matchCost() {
            return verifier.cost();
        }
    }

    /** The candidates in order, for as long as one of them may still be wanted. */
    private static final class Candidates extends DocIdSetIterator {

        private DocIdSetIterator left;
        private int doc = -1;

        Candidates(DocIdSetIterator all) {
            this.left = all;
        }

        @Override
        public int docID() {
            return doc;
        }

        @Override
        public int nextDoc() throws IOException {
            return doc = left.nextDoc();
        }

        @Override
        public int advance(int target) throws IOException {
            return doc = left.advance(target);
        }

        @Override
        public long cost() {
            return left.cost();
        }
    }

    /**
     * The score of the candidate at hand, and what a collector says of the scores it still wants. It is no scorer,
     * since of a batch the candidates are verified ahead of the one that is collected.
     */
    private final class CandidateScore extends Scorable {

        /** The highest score that there can be, too. */
        private final float boost;
        private int doc = -1;
        private double similarity;

        CandidateScore(float boost) {
            this.boost = boost;
        }

        /** Lucene 9 needs it. */
        public int docID() {
            return doc;
        }

        @Override
        public float score() {
            return NearDuplicateScorer.score(similarity, boost);
        }

        /**
         * What makes no more than the next lower score is rejected; what lies between may be rounded up. Where none can be
         * wanted, the candidate at hand is the last one: no bucket is read any more.
         */
        @Override
        public void setMinCompetitiveScore(float minScore) {
            if (minScore > boost) {
                candidates.left = DocIdSetIterator.empty();
            } else if (boost > 0) {
                verifier.raiseMinimum(Math.nextDown(minScore) / (double) boost);
            }
        }
    }

    /**
     * Collects the hits of a query that is not a clause of another one: verifies candidates in batches, so that
     * the reading of one value does not wait for the comparison of another. A collector that reports which
     * documents it still wants gets them one by one.
     */
    private final class InBatches extends BulkScorer {

        private final BulkScorer oneByOne;
        private final int[] docs = new int[Math.clamp(candidates.cost(), 1, BATCH)];
        private final double[] similarities = new double[docs.length];

        InBatches(BulkScorer oneByOne) {
            this.oneByOne = oneByOne;
        }

        @Override
        public int score(LeafCollector collector, Bits acceptDocs, int min, int max)
                throws IOException {
            if (collector.competitiveIterator() != null) {
                return oneByOne.score(collector, acceptDocs, min, max);
            }
            collector.setScorer(score);
            if (candidates.docID() < min) {
                candidates.advance(min);
            }
            while (candidates.docID() < max) {
                collect(collector, nextBatch(acceptDocs, max));
            }
            return candidates.docID();
        }

        @Override
        public long cost() {
            return candidates.cost();
        }

        private int nextBatch(Bits acceptDocs, int max) throws IOException {
            int count = 0;
            for (int doc = candidates.docID(); doc < max && count < docs.length; doc =
                    candidates.nextDoc()) {
                if (acceptDocs == null || acceptDocs.get(doc)) {
                    docs[count++] = doc;
                }
            }
            return count;
        }

        private void collect(LeafCollector collector, int count) throws IOException {
            work(count);
            verifier.verify(docs, count, similarities);
            for (int i = 0; i < count; i++) {
                if (similarities[i] != Jaccard.REJECTED) {
                    score.doc = docs[i];
                    score.similarity = similarities[i];
                    collector.collect(docs[i]);
                }
            }
        }
    }
}
