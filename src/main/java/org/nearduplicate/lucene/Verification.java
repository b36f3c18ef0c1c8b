package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
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

    /**
     * Returns a verifier for the candidates of one segment.
     *
     * @param needsScores whether the similarity matters of what is similar enough
     */
    CandidateVerifier verifier(
            LeafReaderContext segment, String field, double minSimilarity, boolean needsScores)
            throws IOException;

    /** Returns the shingles of the text, if they are kept. */
    default Optional<ShingleSet> keptShingles() {
        return Optional.empty();
    }

    /** Returns whether it pays to verify several candidates before the first of them is collected. */
    default boolean isBestInBatches() {
        return true;
    }

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
            return RamUsageEstimator.NUM_BYTES_ARRAY_HEADER
                    + signature.format().length();
        }

        @Override
        public String valuesField(String field) {
            return field;
        }

        @Override
        public CandidateVerifier verifier(
                LeafReaderContext segment, String field, double minSimilarity, boolean needsScores)
                throws IOException {
            return new SignatureVerifier(signatures(segment, field), signature, minSimilarity);
        }

        private StoredValues signatures(LeafReaderContext segment, String field)
                throws IOException {
            return StoredValues.signatures(segment.reader(), field, signature.format());
        }
    }

    /** Verification by the shingle set, exact. */
    record ByShingles(ShingleSet shingles) implements Verification {

        @Override
        public Optional<ShingleSet> keptShingles() {
            return Optional.of(shingles);
        }

        @Override
        public long ramBytesUsed() {
            return RamUsageEstimator.NUM_BYTES_ARRAY_HEADER + (long) Long.BYTES * shingles.size();
        }

        @Override
        public String valuesField(String field) {
            return StoredValues.shingleSetField(field);
        }

        @Override
        public CandidateVerifier verifier(
                LeafReaderContext segment, String field, double minSimilarity, boolean needsScores)
                throws IOException {
            return new ExactVerifier(
                    StoredValues.shingleSets(segment.reader(), field), shingles, minSimilarity);
        }
    }

    /**
     * Verification by the shingle set that the texts of a document have, exact. Queries that differ only in
     * where they read texts are equal; their results are not kept, as that leads to the search.
     */
    record ByTexts(BySignature signature, ByShingles shingles, TextSets sets)
            implements Verification {

        @Override
        public Optional<ShingleSet> keptShingles() {
            return shingles.keptShingles();
        }

        @Override
        public long ramBytesUsed() {
            return signature.ramBytesUsed() + shingles.ramBytesUsed();
        }

        @Override
        public String valuesField(String field) {
            return field;
        }

        @Override
        public boolean isCacheable(LeafReaderContext context, String field) {
            return false;
        }

        /** A text that is read before the hits before it are collected may be read in vain. */
        @Override
        public boolean isBestInBatches() {
            return false;
        }

        @Override
        public CandidateVerifier verifier(
                LeafReaderContext segment, String field, double minSimilarity, boolean needsScores)
                throws IOException {
            return new TextVerifier(
                    segment.reader().getLiveDocs(),
                    SignatureVerifier.beforeExact(
                            signature.signatures(segment, field), signature.signature(),
                            minSimilarity),
                    new TextSetReader(sets, segment, false),
                    shingles.shingles(),
                    minSimilarity,
                    needsScores);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ByTexts that
                    && signature.equals(that.signature)
                    && shingles.equals(that.shingles);
        }

        @Override
        public int hashCode() {
            return Objects.hash(signature, shingles);
        }

        @Override
        public String toString() {
            return "ByTexts[" + signature + ", " + shingles + "]";
        }
    }
}
