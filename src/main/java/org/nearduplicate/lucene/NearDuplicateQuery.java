package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.BandTerms;
import org.nearduplicate.sketch.MemoryBudget;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.SketchedText;

/**
 * Matches every document of a {@link MinHashField} that shares a band term with a text and verifies
 * at a similarity of at least {@code minSimilarity}; the score is that similarity times the boost.
 *
 * <p>Finding candidates costs one term lookup per band and segment; verifying one costs the reading
 * of its doc value. Nothing is capped, so the result is the same however the index is segmented and
 * whatever other clauses a query has. Immutable.
 *
 * <p>It tells the memory it takes, since the shingles of a long text are many and a cache keeps queries.
 */
public final class NearDuplicateQuery extends Query implements Accountable {

    private static final long BASE_BYTES =
            RamUsageEstimator.shallowSizeOfInstance(NearDuplicateQuery.class);

    /** A band term, its bytes and the reference to it. */
    private static final long BYTES_PER_TERM =
            RamUsageEstimator.shallowSizeOfInstance(BytesRef.class)
                    + 2L * RamUsageEstimator.NUM_BYTES_ARRAY_HEADER;

    private final String field;
    /** Or null for every document. */
    private final BytesRef[] terms;

    private final Verification verification;
    private final double minSimilarity;

    /** No part of the identity. */
    private final Cancellation cancellation;

    /** The texts that it is for, where it has their signature and not their shingles. No part of the identity. */
    private final List<String> texts;

    private NearDuplicateQuery(
            String field, BytesRef[] terms, Verification verification, double minSimilarity,
            Cancellation cancellation, List<String> texts) {
        this.field = Objects.requireNonNull(field);
        this.terms = terms;
        this.verification = verification;
        this.minSimilarity = minSimilarity;
        this.cancellation = cancellation;
        this.texts = texts;
    }

    private NearDuplicateQuery(
            String field, BytesRef[] terms, Verification verification, double minSimilarity) {
        this(field, terms, verification, Parameters.MIN_SIMILARITY.check(minSimilarity),
                Cancellation.NONE, List.of());
    }

    /**
     * Creates a query that estimates similarities from the signatures.
     *
     * @param field the Lucene field
     * @param sketch the sketch of the text, by the scheme of the field
     * @param minSimilarity the similarity that hits reach, in (0,1]
     * @return the query
     */
    public static NearDuplicateQuery bySignature(String field, Sketch sketch,
            double minSimilarity) {
        Verification verification = new Verification.BySignature(Signature.of(sketch));
        return new NearDuplicateQuery(field, bandTerms(sketch), verification, minSimilarity);
    }

    /**
     * Creates the same query.
     *
     * @param field the Lucene field
     * @param text the text, sketched by the scheme of the field
     * @param minSimilarity the similarity that hits reach, in (0,1]
     * @return the query
     */
    public static NearDuplicateQuery bySignature(
            String field, SketchedText text, double minSimilarity) {
        Verification verification = new Verification.BySignature(text.signature());
        return new NearDuplicateQuery(field, bandTerms(text), verification, minSimilarity);
    }

    /**
     * Creates a query that computes similarities from the shingle sets, for a field that stores them.
     *
     * @param field the Lucene field
     * @param text the text, sketched by the scheme of the field
     * @param minSimilarity the similarity that hits reach, in (0,1]
     * @return the query
     */
    public static NearDuplicateQuery exact(String field, SketchedText text, double minSimilarity) {
        Verification verification = new Verification.ByShingles(text.shingles());
        return new NearDuplicateQuery(field, bandTerms(text), verification, minSimilarity);
    }

    /**
     * Creates a query that computes similarities from the texts of the documents, for a field that does not
     * store shingle sets.
     *
     * @param text the text, sketched by the scheme of the field
     * @param minSimilarity the similarity that hits reach, in (0,1]
     * @param sets makes the sets of the documents of the field from their texts
     * @return the query
     */
    public static NearDuplicateQuery exactByTexts(
            SketchedText text, double minSimilarity, TextSets sets) {
        Verification verification = new Verification.ByTexts(
                new Verification.BySignature(text.signature()),
                new Verification.ByShingles(text.shingles()),
                sets);
        return new NearDuplicateQuery(sets.field(), bandTerms(text), verification, minSimilarity);
    }

    /**
     * Leaves out the buckets that are too large to be worth reading. A document that shares no other
     * bucket with the text is then not found.
     *
     * @param reader the index to be searched, as its searcher sees it
     * @param maxBucketSize the documents up to which a bucket is kept; deleted ones, and those that the
     *     reader hides, do not count
     * @return this query with the buckets that are kept
     * @throws IOException if the index cannot be read
     */
    public NearDuplicateQuery limitBuckets(IndexReader reader, long maxBucketSize)
            throws IOException {
        BucketSizeLimit limit = new BucketSizeLimit(reader, maxBucketSize);
        List<BytesRef> kept = new ArrayList<>(terms.length);
        for (BytesRef term : terms) {
            if (limit.allows(new Term(field, term))) {
                kept.add(term);
            }
        }
        return new NearDuplicateQuery(
                field, kept.toArray(BytesRef[]::new), verification, minSimilarity, cancellation,
                texts);
    }

    /**
     * Returns a query that scores every document with a signature by its similarity to the same text,
     * computed in the same way, however low it is. It looks no bucket up and so reads what other clauses
     * leave to it one by one.
     *
     * @return the query, whose scores are in [0,1] times the boost
     */
    public NearDuplicateQuery ofEveryDocument() {
        return new NearDuplicateQuery(field, null, verification, 0, cancellation, texts);
    }

    /**
     * Returns this query, able to stop between candidates.
     *
     * @param cancellation is asked by every search for this query; kept where the query is, so it leads to no
     *     search
     * @return the query, equal to this one
     */
    public NearDuplicateQuery cancelledBy(Cancellation cancellation) {
        return new NearDuplicateQuery(
                field, terms, verification, minSimilarity, cancellation, texts);
    }

    /**
     * Returns this query, able to tell what it has in common with a document.
     *
     * @param texts those that it was made from; not kept where it has their shingles
     * @return the query, equal to this one
     */
    public NearDuplicateQuery rememberingTexts(List<String> texts) {
        return new NearDuplicateQuery(
                field, terms, verification, minSimilarity, cancellation,
                verify() == Verify.SIGNATURE ? List.copyOf(texts) : List.of());
    }

    /**
     * Returns the shingles that are looked for. Those of a query by signature are made here from its texts.
     *
     * @param sketcher that of the field
     * @param budget is asked for the memory of long texts meanwhile
     * @return their set, or none if the query does not know its texts
     */
    public Optional<ShingleSet> shingles(TextSketcher sketcher, MemoryBudget budget) {
        return verification.keptShingles().or(() -> {
            ShingleHashes hashes = new ShingleHashes(budget);
            try {
                texts.forEach(text -> sketcher.shingle(text, hashes));
                return hashes.isEmpty()
                        ? Optional.empty()
                        : Optional.of(ShingleSet.of(hashes));
            } finally {
                hashes.clear();
            }
        });
    }

    /** What stops searches that are cancelled or out of time. Immutable. */
    @FunctionalInterface
    public interface Cancellation {

        /** Lets searches do as they like. */
        Cancellation NONE = searcher -> () -> {};

        /**
         * Returns the check of one search.
         *
         * @param searcher runs the search
         * @return throws, from any thread, if the search is to stop
         */
        Runnable check(IndexSearcher searcher);
    }

    /** Returns how candidates are verified. */
    public Verify verify() {
        return verification instanceof Verification.BySignature ? Verify.SIGNATURE : Verify.EXACT;
    }

    /** Returns the number of buckets that are looked up. */
    public int bucketCount() {
        return terms == null ? 0 : terms.length;
    }

    @Override
    public long ramBytesUsed() {
        long textBytes = texts.stream().mapToLong(RamUsageEstimator::sizeOf).sum();
        return BASE_BYTES + bucketCount() * BYTES_PER_TERM + verification.ramBytesUsed()
                + textBytes;
    }

    /** A cache keeps the query of a weight, which needs no texts. */
    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
        return new NearDuplicateWeight(
                rememberingTexts(List.of()), scoreMode.needsScores(), boost,
                cancellation.check(searcher));
    }

    @Override
    public void visit(QueryVisitor visitor) {
        verification.visit(this, field, visitor);
    }

    @Override
    public String toString(String defaultField) {
        return (field.equals(defaultField) ? "" : field + ":")
                + "near_duplicate(" + verification + ", "
                + (terms == null ? "every document" : terms.length + " buckets") + ", ≥ "
                + minSimilarity + ")";
    }

    @Override
    public boolean equals(Object other) {
        return sameClassAs(other) && equalsTo((NearDuplicateQuery) other);
    }

    /** Without the terms: they follow from the text, as does what verifies, and take longest. */
    @Override
    public int hashCode() {
        return Objects.hash(classHash(), field, verification, minSimilarity);
    }

    /** Returns the Lucene field. */
    public String field() {
        return field;
    }

    /** Returns the band terms to be looked up, or null where every document is a candidate. */
    BytesRef[] terms() {
        return terms;
    }

    Verification verification() {
        return verification;
    }

    double minSimilarity() {
        return minSimilarity;
    }

    private boolean equalsTo(NearDuplicateQuery that) {
        return field.equals(that.field)
                && minSimilarity == that.minSimilarity
                && verification.equals(that.verification)
                && Arrays.equals(terms, that.terms);
    }

    private static BytesRef[] bandTerms(SketchedText text) {
        long[] keys = text.keys();
        BandTermFormat format = new BandTermFormat(keys.length);
        BytesRef[] terms = new BytesRef[keys.length];
        for (int band = 0; band < terms.length; band++) {
            terms[band] = new BytesRef(new byte[BandTermFormat.WIDTH]);
            format.write(keys[band], terms[band].bytes);
        }
        return terms;
    }

    private static BytesRef[] bandTerms(Sketch sketch) {
        byte[][] terms = new BandTerms(sketch.scheme()).all(sketch);
        return Stream.of(terms).map(BytesRef::new).toArray(BytesRef[]::new);
    }
}
