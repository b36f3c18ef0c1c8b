package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Matches every document of a {@link MinHashField} that has a signature, whether or not it shares a band
 * term with a text, and scores it by its similarity times the boost, 0 included. It computes that just
 * as a {@link NearDuplicateQuery} does, for all documents that other clauses leave: meant for a few.
 * Immutable.
 */
final class SimilarityQuery extends Query implements Accountable {

    private static final long BASE_BYTES =
            RamUsageEstimator.shallowSizeOfInstance(SimilarityQuery.class);

    private final String field;
    private final Verification verification;

    SimilarityQuery(String field, Verification verification) {
        this.field = Objects.requireNonNull(field);
        this.verification = Objects.requireNonNull(verification);
    }

    @Override
    public long ramBytesUsed() {
        return BASE_BYTES + verification.ramBytesUsed();
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
        return new SimilarityWeight(boost);
    }

    @Override
    public void visit(QueryVisitor visitor) {
        verification.visit(this, field, visitor);
    }

    @Override
    public String toString(String defaultField) {
        return (field.equals(defaultField) ? "" : field + ":") + "similarity(" + verification + ")";
    }

    @Override
    public boolean equals(Object other) {
        return sameClassAs(other)
                && field.equals(((SimilarityQuery) other).field)
                && verification.equals(((SimilarityQuery) other).verification);
    }

    @Override
    public int hashCode() {
        return Objects.hash(classHash(), field, verification);
    }

    /** Every document with a signature is a candidate, and none is too little similar. */
    private final class SimilarityWeight extends Weight {

        private final float boost;

        SimilarityWeight(float boost) {
            super(SimilarityQuery.this);
            this.boost = boost;
        }

        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
            BinaryDocValues candidates = context.reader().getBinaryDocValues(field);
            if (candidates == null) {
                return null;
            }
            return new DefaultScorerSupplier(
                    new NearDuplicateScorer(candidates, verifier(context), boost));
        }

        @Override
        public Explanation explain(LeafReaderContext context, int doc) throws IOException {
            BinaryDocValues candidates = context.reader().getBinaryDocValues(field);
            if (candidates == null || candidates.advanceExact(doc) == false) {
                return Explanation.noMatch("no signature");
            }
            CandidateVerifier verifier = verifier(context);
            Explanation similarity = verifier.explain(doc);
            return Explanation.match(
                    CandidateScore.score(verifier.verify(doc), boost),
                    "similarity, computed as similarity * boost from:",
                    similarity,
                    Explanation.match(boost, "boost"));
        }

        @Override
        public boolean isCacheable(LeafReaderContext context) {
            return verification.isCacheable(context, field);
        }

        private CandidateVerifier verifier(LeafReaderContext context) throws IOException {
            return verification.verifier(context.reader(), field, 0);
        }
    }
}
