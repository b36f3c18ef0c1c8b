package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.util.Bits;
import org.nearduplicate.sketch.Jaccard;

/**
 * Collects the hits of a query that is not a clause of another one: verifies candidates in batches, so that
 * the reading of one value does not wait for the comparison of another. A collector that tells which
 * documents it still wants gets them one by one.
 */
final class NearDuplicateBulkScorer extends BulkScorer {

    /** The most candidates that are verified together. */
    static final int BATCH = 64;

    private final Candidates candidates;
    private final CandidateVerifier verifier;
    private final CandidateScore score;
    private final BulkScorer oneByOne;
    private final int[] docs;
    private final double[] similarities;

    /**
     * @param oneByOne uses the same candidates, verifier and score
     */
    NearDuplicateBulkScorer(
            Candidates candidates,
            CandidateVerifier verifier,
            CandidateScore score,
            BulkScorer oneByOne) {
        this.candidates = candidates;
        this.verifier = verifier;
        this.score = score;
        this.oneByOne = oneByOne;
        int batch = Math.clamp(candidates.cost(), 1, BATCH);
        this.docs = new int[batch];
        this.similarities = new double[batch];
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
        verifier.verify(docs, count, similarities);
        for (int i = 0; i < count; i++) {
            if (similarities[i] != Jaccard.REJECTED) {
                score.set(docs[i], similarities[i]);
                collector.collect(docs[i]);
            }
        }
    }
}
