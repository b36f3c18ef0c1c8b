package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.nearduplicate.lucene.version.BulkSupplierWeight;
import org.nearduplicate.sketch.Jaccard;

/** Binds a {@link NearDuplicateQuery} to segments: looks its terms up and hands out scorers. */
final class NearDuplicateWeight extends BulkSupplierWeight {

    private final NearDuplicateQuery.Sought sought;
    private final boolean needsScores;
    private final float boost;
    private final Runnable checkCancelled;

    /** @param query is kept, by caches too */
    NearDuplicateWeight(
            NearDuplicateQuery query, NearDuplicateQuery.Sought sought, boolean needsScores,
            float boost, Runnable checkCancelled) {
        super(query);
        this.sought = sought;
        this.needsScores = needsScores;
        this.boost = boost;
        this.checkCancelled = checkCancelled;
    }

    @Override
    public Supplier scorerSupplier(LeafReaderContext context) throws IOException {
        Lookup.InSegment found = seek(context);
        return found == null ? null : supplier(context, found);
    }

    @Override
    public Explanation explain(LeafReaderContext context, int doc) throws IOException {
        Lookup.InSegment found = seek(context);
        DocIdSetIterator candidates = found == null ? null : found.candidates(1);
        if (candidates == null || candidates.advance(doc) != doc) {
            return Explanation.noMatch(sought.lookup().explainNone());
        }
        checkCancelled.run();
        CandidateVerifier verifier = verifier(context, candidates, true);
        Explanation similarity = verifier.explain(doc);
        double value = verifier.verify(doc);
        if (value == Jaccard.REJECTED) {
            return Explanation.noMatch(
                    verifier.whyRejected(doc, sought.minSimilarity()), similarity);
        }
        return Explanation.match(
                NearDuplicateScorer.score(value, boost),
                "similarity of at least [min_similarity] "
                        + sought.minSimilarity()
                        + ", computed as similarity * boost from:",
                similarity,
                Explanation.match(boost, "boost"));
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
        return sought.verification().isCacheable(context, sought.field());
    }

    private Lookup.InSegment seek(LeafReaderContext context) throws IOException {
        return sought.lookup().seek(context.reader(), sought.field(), checkCancelled);
    }

    private Supplier supplier(LeafReaderContext context, Lookup.InSegment found) {
        return new Supplier() {
            @Override
            public NearDuplicateScorer get(long leadCost) throws IOException {
                DocIdSetIterator candidates = found.candidates(leadCost);
                return new NearDuplicateScorer(
                        NearDuplicateWeight.this, candidates,
                        verifier(context, candidates, needsScores), boost, checkCancelled);
            }

            @Override
            public BulkScorer bulkScorer() throws IOException {
                NearDuplicateScorer scorer = get(Long.MAX_VALUE);
                BulkScorer oneByOne = new DefaultBulkScorer(scorer);
                return sought.verification().isBestInBatches()
                        ? scorer.inBatches(oneByOne)
                        : oneByOne;
            }

            @Override
            public long cost() {
                return found.cost();
            }
        };
    }

    private CandidateVerifier verifier(
            LeafReaderContext context, DocIdSetIterator candidates, boolean withScores)
            throws IOException {
        return sought.verification().verifier(context, sought, candidates, withScores);
    }
}
