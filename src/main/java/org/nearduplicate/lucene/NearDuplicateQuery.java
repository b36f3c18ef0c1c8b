package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.ShareOf;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;

/**
 * Matches every document of a {@link MinHashField} that shares the first rows of a band, or enough sampled shingles, with
 * a text and verifies at a similarity of at least {@code minSimilarity}, or at a share; the score is that times the
 * boost.
 *
 * <p>Finding candidates costs one seek for each band, or sampled shingle, and segment, and the terms that begin with the
 * rows that count. Verifying one costs the reading of its doc value, or of its text. Nothing is capped, so the result is
 * the same however the index is segmented and whatever other clauses a query has. Immutable, but that it may be {@linkplain
 * ClauseSets#join joined} with others.
 *
 * <p>It reports the memory that it takes: a long text has many shingles, and a cache keeps queries.
 */
public final class NearDuplicateQuery extends Query implements Accountable {

    private static final long BASE_BYTES =
            RamUsageEstimator.shallowSizeOfInstance(NearDuplicateQuery.class)
                    + RamUsageEstimator.shallowSizeOfInstance(Sought.class);

    private final Sought sought;

    /** Gives the check of one search, which stops it. No part of the identity. */
    private final Function<IndexSearcher, Runnable> cancellation;

    /** The texts that it is for, where it has their signature and not their shingles. No part of the identity. */
    private final List<String> texts;

    /** The identity of a query; {@code minSimilarity} is 0 where every document is scored. */
    record Sought(String field, Lookup lookup, Verification verification, double minSimilarity) {}

    private NearDuplicateQuery(
            Sought sought, Function<IndexSearcher, Runnable> cancellation, List<String> texts) {
        this.sought = sought;
        this.cancellation = cancellation;
        this.texts = texts;
    }

    private NearDuplicateQuery(
            String field, Lookup lookup, Verification verification, double minSimilarity) {
        this(
                new Sought(
                        Objects.requireNonNull(field), lookup, verification,
                        Parameters.MIN_SIMILARITY.check(minSimilarity)),
                searcher -> () -> {}, List.of());
    }

    /**
     * Creates a query that estimates similarities from the signatures.
     *
     * @param keys those of the band terms of the text, by the scheme of the field
     * @param signature that of the text
     * @param rows how many rows of a band candidates share, those of a band at most
     * @param minSimilarity the similarity that hits reach, in (0,1]
     */
    public static NearDuplicateQuery bySignature(
            String field, long[] keys, Signature signature, int rows, double minSimilarity) {
        return new NearDuplicateQuery(
                field, new Lookup.Bands(keys, rows), new Verification.BySignature(signature),
                minSimilarity);
    }

    /**
     * Creates a query that computes similarities from the shingle sets of the documents.
     *
     * @param text the text, sketched by the scheme of the field
     * @param rows how many rows of a band candidates share, those of a band at most
     * @param minSimilarity the similarity that hits reach, in (0,1]
     * @param texts makes the sets of the documents of the field from their texts, or null if they are stored
     * @param ignored the shingles that do not count for the similarity, which is 1 of documents with the same set all the
     *     same; candidates are found by all
     */
    public static NearDuplicateQuery exact(
            String field, SketchedText text, int rows, double minSimilarity,
            DocumentSource<BytesRef> texts, IgnoredShingles ignored) {
        ShingleSet counted = text.shingles().without(ignored.shingles());
        // A stored set is compared sooner than a signature, but where nothing counts only that knows copies.
        Signature signature = texts == null && counted.isEmpty() == false ? null : text.signature();
        return new NearDuplicateQuery(
                field, new Lookup.Bands(text.keys(), rows),
                new Verification.BySets(
                        ShareOf.UNION, counted, texts, signature, ignored),
                minSimilarity);
    }

    /**
     * Creates a query for a share of a field that indexes sampled shingles: it is computed from the shingle sets of
     * documents that share enough of them, or else estimated from the sampled shingles.
     *
     * @param sampled those of the text
     * @param shingles those of the text, or null if sampled shingles give the estimate
     * @param texts makes the sets of the documents of the field from their texts, or null if they are stored, or not needed
     * @return the query, whose scores are shares
     */
    public static NearDuplicateQuery bySampledShingles(
            String field, SoughtContainment share, long[] sampled, ShingleSet shingles,
            DocumentSource<BytesRef> texts) {
        Verification.BySampledShingles verification = new Verification.BySampledShingles(
                share, sampled.length,
                shingles == null
                        ? null
                        : new Verification.BySets(
                                share.of(), shingles, texts, null, IgnoredShingles.NONE));
        int needed = share.of() == ShareOf.LIKE ? verification.needed(sampled.length) : 1;
        return new NearDuplicateQuery(
                field,
                new Lookup.SampledShingleTerms(TermKeys.whole(sampled), needed, new BitSet()),
                verification, share.least());
    }

    /**
     * Takes more rows of the bands whose buckets are too large to be worth reading, and leaves out those that still are with all
     * rows. A document that shares no other bucket with the text is then not found.
     *
     * @param searcher will run the search, and may stop it before
     * @param maxBucketSize the documents up to which a bucket is kept; deleted ones, and those that the
     *     reader hides, do not count
     */
    public NearDuplicateQuery limitBuckets(IndexSearcher searcher, long maxBucketSize)
            throws IOException {
        BucketSizeLimit limit = new BucketSizeLimit(
                searcher.getIndexReader(), maxBucketSize, cancellation.apply(searcher));
        return looking(sought.lookup.limit(limit, sought.field), sought.minSimilarity);
    }

    /**
     * Returns a query that scores every document with a signature by its similarity to the same text,
     * computed in the same way, however low it is. It looks no bucket up and so reads what other clauses
     * leave to it one by one.
     *
     * @return the query, whose scores are in [0,1] times the boost
     * @throws IllegalStateException if it is for a share, which is counted from sampled shingles
     */
    public NearDuplicateQuery ofEveryDocument() {
        if (sought.verification instanceof Verification.BySampledShingles) {
            throw new IllegalStateException("a share cannot be asked of every document");
        }
        return looking(new Lookup.Everything(), 0);
    }

    private NearDuplicateQuery looking(Lookup lookup, double minSimilarity) {
        return new NearDuplicateQuery(
                new Sought(sought.field, lookup, sought.verification, minSimilarity), cancellation,
                texts);
    }

    /**
     * Returns this query for a request: it can stop between candidates, and it can compute what it has in common with a
     * document.
     *
     * @param cancellation gives for a search the check that throws, in any thread, if that search is to stop; kept
     *     as long as the query, so it must not hold a search
     * @param texts those that it was made from; not kept where it has their shingles
     * @return the query, equal to this one
     */
    public NearDuplicateQuery with(
            Function<IndexSearcher, Runnable> cancellation, List<String> texts) {
        return new NearDuplicateQuery(
                sought, cancellation,
                verify() == Verify.SIGNATURE ? List.copyOf(texts) : List.of());
    }

    /**
     * Returns the shingles that count. Those of a query by signature are made here from its texts.
     *
     * @return their set, or none if the query does not know its texts
     */
    public Optional<ShingleSet> shingles(TextSketcher sketcher, MemoryBudget budget) {
        ShingleSet kept = sought.verification.shingles();
        if (kept != null) {
            return Optional.of(kept);
        }
        return Optional.of(sketcher.shingles(texts, budget))
                .filter(made -> made.isEmpty() == false);
    }

    /** Returns how candidates are verified: the shingles of the text are kept where sets decide. */
    public Verify verify() {
        return sought.verification.shingles() == null ? Verify.SIGNATURE : Verify.EXACT;
    }

    /** Returns the number of buckets that are looked up, without those that a limit left out or made smaller. */
    public int bucketCount() {
        return sought.lookup.bucketCount();
    }

    /** Returns the Lucene field. */
    public String field() {
        return sought.field;
    }

    /** Returns what makes the sets of documents from their texts, or null where no text is read. */
    DocumentSource<BytesRef> setsOfTexts() {
        return sought.verification.texts();
    }

    @Override
    public long ramBytesUsed() {
        long textBytes = texts.stream().mapToLong(RamUsageEstimator::sizeOf).sum();
        return BASE_BYTES + sought.lookup.ramBytesUsed() + sought.verification.ramBytesUsed()
                + textBytes;
    }

    /** A cache keeps the query of a weight, which needs no texts. */
    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
        return new NearDuplicateWeight(
                with(cancellation, List.of()), sought, scoreMode.needsScores(), boost,
                cancellation.apply(searcher));
    }

    /** All fields that are read have to be accepted: a user who may not read one of them gets no cached result. */
    @Override
    public void visit(QueryVisitor visitor) {
        String field = sought.field;
        if (visitor.acceptField(sought.lookup.termsField(field)) && visitor.acceptField(field)
                && visitor.acceptField(sought.verification.valuesField(field))) {
            visitor.visitLeaf(this);
        }
    }

    @Override
    public String toString(String defaultField) {
        return (sought.field.equals(defaultField) ? "" : sought.field + ":")
                + "near_duplicate(" + sought.verification + ", " + sought.lookup + ", ≥ "
                + sought.minSimilarity + ")";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NearDuplicateQuery that && sought.equals(that.sought);
    }

    @Override
    public int hashCode() {
        return classHash() + sought.hashCode();
    }
}
