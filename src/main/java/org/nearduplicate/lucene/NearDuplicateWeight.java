package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.IOFunction;
import org.nearduplicate.lucene.version.BulkSupplierWeight;
import org.nearduplicate.sketch.Jaccard;

/** Binds a {@link NearDuplicateQuery} to segments: looks its band terms up and hands out scorers. */
final class NearDuplicateWeight extends BulkSupplierWeight {

    private final NearDuplicateQuery query;
    private final boolean needsScores;
    private final float boost;
    private final Runnable checkCancelled;

    /**
     * @param needsScores whether anybody looks at the scores of the hits
     * @param checkCancelled throws if the search is to stop
     */
    NearDuplicateWeight(
            NearDuplicateQuery query, boolean needsScores, float boost, Runnable checkCancelled) {
        super(query);
        this.query = query;
        this.needsScores = needsScores;
        this.boost = boost;
        this.checkCancelled = checkCancelled;
    }

    @Override
    public Supplier scorerSupplier(LeafReaderContext context) throws IOException {
        if (query.terms() == null) {
            DocIdSetIterator all = context.reader().getBinaryDocValues(query.field());
            return all == null ? null : supplier(context, all.cost(), asked -> all);
        }
        BandLookup lookup = BandLookup.seek(context.reader(), query.field(), query.terms());
        return lookup == null ? null : supplier(context, lookup.cost(), lookup::candidates);
    }

    @Override
    public Explanation explain(LeafReaderContext context, int doc) throws IOException {
        DocIdSetIterator candidates = candidates(context.reader());
        if (candidates == null || candidates.advance(doc) != doc) {
            return Explanation.noMatch(
                    query.terms() == null
                            ? "no signature"
                            : "no band term in common, of " + query.bucketCount());
        }
        CandidateVerifier verifier = verifier(context, true);
        Explanation similarity = verifier.explain(doc);
        double value = verifier.verify(doc);
        if (value == Jaccard.REJECTED) {
            return Explanation.noMatch(
                    "similarity, or what the sizes allow of it, is below [min_similarity] "
                            + query.minSimilarity(),
                    similarity);
        }
        return Explanation.match(
                CandidateScore.score(value, boost),
                "similarity of at least [min_similarity] "
                        + query.minSimilarity()
                        + ", computed as similarity * boost from:",
                similarity,
                Explanation.match(boost, "boost"));
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
        return query.verification().isCacheable(context, query.field());
    }

    /** Returns what might be near, or null if nothing might be. */
    private DocIdSetIterator candidates(LeafReader reader) throws IOException {
        if (query.terms() == null) {
            return reader.getBinaryDocValues(query.field());
        }
        BandLookup lookup = BandLookup.seek(reader, query.field(), query.terms());
        return lookup == null ? null : lookup.candidates(1);
    }

    private Supplier supplier(
            LeafReaderContext context, long cost, IOFunction<Long, DocIdSetIterator> candidates) {
        return new Supplier() {
            @Override
            public NearDuplicateScorer get(long leadCost) throws IOException {
                return new NearDuplicateScorer(
                        NearDuplicateWeight.this, candidates.apply(leadCost),
                        verifier(context, needsScores), boost);
            }

            @Override
            public BulkScorer bulkScorer() throws IOException {
                NearDuplicateScorer scorer = get(Long.MAX_VALUE);
                BulkScorer oneByOne = new DefaultBulkScorer(scorer);
                return query.verification().isBestInBatches()
                        ? scorer.inBatches(oneByOne)
                        : oneByOne;
            }

            @Override
            public long cost() {
                return cost;
            }
        };
    }

    private CandidateVerifier verifier(LeafReaderContext context, boolean withScores)
            throws IOException {
        return new CancellableVerifier(
                query.verification()
                        .verifier(context, query.field(), query.minSimilarity(), withScores),
                checkCancelled);
    }
}
