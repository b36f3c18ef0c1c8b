package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.RamUsageEstimator;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.Signature;

/** What a query knows of its text to verify candidates with. Immutable, part of the query's identity. */
sealed interface Verification {

    /** Returns the Lucene field whose doc values are read. */
    String valuesField(String field);

    /** Returns a verifier for the candidates of one segment. */
    CandidateVerifier verifier(LeafReader reader, String field, double minSimilarity)
            throws IOException;

    /** Returns the bytes that it takes, roughly. */
    long ramBytesUsed();

    /**
     * Visits a query. Both fields that are read have to be accepted: who may not read one gets no cached
     * result.
     */
    default void visit(Query query, String field, QueryVisitor visitor) {
        if (visitor.acceptField(field) && visitor.acceptField(valuesField(field))) {
            visitor.visitLeaf(query);
        }
    }

    /** Returns whether a result may be cached, as no update changes the doc values of the segment under it. */
    default boolean isCacheable(LeafReaderContext context, String field) {
        return DocValues.isCacheable(context, valuesField(field));
    }

    /** Verification by the signature, an estimate. */
    record BySignature(Signature signature) implements Verification {

        @Override
        public long ramBytesUsed() {
            return RamUsageEstimator.NUM_BYTES_ARRAY_HEADER + signature.hashCount();
        }

        @Override
        public String valuesField(String field) {
            return field;
        }

        @Override
        public CandidateVerifier verifier(LeafReader reader, String field, double minSimilarity)
                throws IOException {
            return new SignatureVerifier(
                    StoredValues.signatures(reader, field, signature.hashCount()), signature,
                    minSimilarity);
        }
    }

    /** Verification by the shingle set, exact. */
    record ByShingles(ShingleSet shingles) implements Verification {

        @Override
        public long ramBytesUsed() {
            return RamUsageEstimator.NUM_BYTES_ARRAY_HEADER + (long) Long.BYTES * shingles.size();
        }

        @Override
        public String valuesField(String field) {
            return StoredValues.shingleSetField(field);
        }

        @Override
        public CandidateVerifier verifier(LeafReader reader, String field, double minSimilarity)
                throws IOException {
            return new ExactVerifier(
                    StoredValues.shingleSets(reader, field), shingles, minSimilarity);
        }
    }
}
