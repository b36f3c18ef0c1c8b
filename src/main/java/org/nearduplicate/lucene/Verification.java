package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.sets.ContainmentEstimate;
import org.nearduplicate.sketch.sets.CountedPart;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.ShareOf;
import org.nearduplicate.sketch.sets.ShingleSet;

/** What a query knows of its text to verify candidates with. Immutable, part of the query's identity. */
sealed interface Verification {

    /** Returns the Lucene field whose doc values are read. */
    String valuesField(String field);

    /**
     * Returns a verifier for the candidates of one segment, which stand at each that is verified alone; {@code needsScores} if the
     * similarity matters of what is similar enough.
     */
    CandidateVerifier verifier(
            LeafReaderContext segment, NearDuplicateQuery.Sought sought,
            DocIdSetIterator candidates, boolean needsScores)
            throws IOException;

    /** Returns the shingles of the text where sets decide, or null where similarities are estimates. */
    default ShingleSet shingles() {
        return null;
    }

    /** Returns what makes the sets of documents from their texts, or null where no text is read. */
    default DocumentSource<BytesRef> texts() {
        return null;
    }

    /** Returns whether it pays to verify several candidates before the first of them is collected. */
    default boolean isBestInBatches() {
        return true;
    }

    /** Returns the bytes that it takes, roughly. */
    long ramBytesUsed();

    /** Returns whether a result may be cached, as no update changes the doc values of the segment under it. */
    default boolean isCacheable(LeafReaderContext context, String field) {
        return DocValues.isCacheable(context, field, valuesField(field));
    }

    /** Verification by the signature, an estimate. */
    record BySignature(Signature signature) implements Verification {

        @Override
        public long ramBytesUsed() {
            return RamUsageEstimator.NUM_BYTES_ARRAY_HEADER + signature.format().length();
        }

        @Override
        public String valuesField(String field) {
            return field;
        }

        @Override
        public CandidateVerifier verifier(
                LeafReaderContext segment, NearDuplicateQuery.Sought sought,
                DocIdSetIterator candidates, boolean needsScores)
                throws IOException {
            return new SignatureVerifier(
                    segment, sought.field(), signature,
                    new SignatureComparison(signature.format(), sought.minSimilarity()));
        }
    }

    /**
     * Verification by the shingle set, exact. Queries that differ only in where they read texts are equal; their results
     * are not kept, as that leads to the search.
     *
     * @param of what a similarity is a share of
     * @param shingles those of the text that count
     * @param texts makes the sets of documents, or null where they are stored
     * @param signature that of the text, so that no set is made where it decides, and copies are known whatever is ignored;
     *     or null
     * @param ignored the shingles that do not count
     */
    record BySets(
            ShareOf of, ShingleSet shingles, DocumentSource<BytesRef> texts, Signature signature,
            IgnoredShingles ignored)
            implements Verification {

        @Override
        public long ramBytesUsed() {
            return 3 * RamUsageEstimator.NUM_BYTES_ARRAY_HEADER
                    + (long) Long.BYTES * shingles.size()
                    + IgnoredShingles.ramBytesUsed(ignored.size())
                    + (signature == null ? 0 : new BySignature(signature).ramBytesUsed());
        }

        @Override
        public String valuesField(String field) {
            return texts == null ? StoredValues.shingleSetField(field) : field;
        }

        @Override
        public boolean isCacheable(LeafReaderContext context, String field) {
            return texts == null && Verification.super.isCacheable(context, field);
        }

        /** A text that is read before the hits before it are collected may be read in vain. */
        @Override
        public boolean isBestInBatches() {
            return texts == null;
        }

        @Override
        public ExactVerifier verifier(
                LeafReaderContext segment, NearDuplicateQuery.Sought sought,
                DocIdSetIterator candidates, boolean needsScores)
                throws IOException {
            DocumentSource<BytesRef> sets =
                    texts == null ? StoredValues.storedSets(sought.field()) : texts;
            return new ExactVerifier(
                    this, segment.reader().getLiveDocs(), sets.open(segment, false),
                    texts == null ? 2f * shingles.size() : TextSets.COST, sought.minSimilarity(),
                    signature == null
                            ? null
                            : new SignatureVerifier(
                                    segment, sought.field(), signature,
                                    SignatureComparison.beforeExact(
                                            signature.format(),
                                            leastOfWhole(sought.minSimilarity()))),
                    needsScores);
        }

        /** Returns the least similarity to the whole text; where nothing of it counts, nothing but a copy is similar. */
        double leastOfWhole(double similarity) {
            return shingles.isEmpty()
                    ? Math.ceil(similarity)
                    : new CountedPart(ignored.size()).leastOfWhole(similarity, shingles.size());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof BySets that
                    && of == that.of
                    && (texts == null) == (that.texts == null)
                    && Objects.equals(signature, that.signature)
                    && shingles.equals(that.shingles)
                    && ignored.equals(that.ignored);
        }

        @Override
        public int hashCode() {
            return Objects.hash(of, shingles, ignored, texts == null);
        }

        @Override
        public String toString() {
            String sets = "BySets[" + ChoiceParameter.nameOf(of) + " of " + shingles
                    + (ignored.isEmpty() ? "" : ", " + ignored)
                    + (texts == null ? "]" : " by texts]");
            return signature == null ? sets
                    : (texts == null ? "ByBoth" : "ByTexts") + "[signature="
                            + new BySignature(signature) + ", sets=" + sets + "]";
        }
    }

    /**
     * Verification of documents that share enough sampled shingles: by the sets, if there are any.
     *
     * @param share the share that hits reach
     * @param sampled those of the text
     * @param sets compares the sets; or null, and sampled shingles give the estimate
     */
    record BySampledShingles(SoughtContainment share, int sampled, BySets sets)
            implements Verification {

        @Override
        public ShingleSet shingles() {
            return sets == null ? null : sets.shingles();
        }

        @Override
        public DocumentSource<BytesRef> texts() {
            return sets == null ? null : sets.texts();
        }

        @Override
        public long ramBytesUsed() {
            return sets == null ? 0 : sets.ramBytesUsed();
        }

        @Override
        public String valuesField(String field) {
            return sets == null ? StoredValues.sampledShinglesField(field)
                    : sets.valuesField(field);
        }

        @Override
        public boolean isCacheable(LeafReaderContext context, String field) {
            return DocValues.isCacheable(context, StoredValues.sampledShinglesField(field))
                    && (sets == null || sets.isCacheable(context, field));
        }

        /** How many sampled shingles a candidate shares is known while it is at hand. */
        @Override
        public boolean isBestInBatches() {
            return false;
        }

        @Override
        public CandidateVerifier verifier(
                LeafReaderContext segment, NearDuplicateQuery.Sought sought,
                DocIdSetIterator candidates, boolean needsScores)
                throws IOException {
            return new SampledShingleVerifier(
                    this, segment.reader(), sought.field(),
                    (SampledShingleLookup.Candidates) candidates,
                    sets == null ? null : sets.verifier(segment, sought, candidates, needsScores));
        }

        /**
         * Returns how many sampled shingles have to be shared of those of the text or the document, whichever it is a
         * share of.
         */
        int needed(int ofSampledShingles) {
            ContainmentEstimate estimate = new ContainmentEstimate(ofSampledShingles);
            return sets == null
                    ? estimate.neededFor(share.least())
                    : estimate.neededFor(share.least(), share.recall());
        }
    }
}
