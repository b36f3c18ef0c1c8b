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
import org.apache.lucene.util.RamUsageEstimator;
import org.nearduplicate.sketch.MemoryBudget;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.ShareOf;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.SketchedText;

/**
 * Matches every document of a {@link MinHashField} that shares the first rows of a band, or enough prints, with a text and verifies
 * at a similarity of at least {@code minSimilarity}, or at a share; the score is that times the boost.
 *
 * <p>Finding candidates costs one seek per band, or per print, and segment, and the terms that begin with the rows that count; verifying
 * one costs the reading of its doc value, or of its text. Nothing is capped, so the result is the same however the index is segmented and
 * whatever other clauses a query has. Immutable.
 *
 * <p>It tells the memory it takes, since the shingles of a long text are many and a cache keeps queries.
 */
public final class NearDuplicateQuery extends Query implements Accountable {

    private static final long BASE_BYTES =
            RamUsageEstimator.shallowSizeOfInstance(NearDuplicateQuery.class);

    private final String field;
    private final Lookup lookup;
    private final Verification verification;
    private final double minSimilarity;

    /** Gives the check of one search, which stops it. No part of the identity. */
    private final Function<IndexSearcher, Runnable> cancellation;

    /** The texts that it is for, where it has their signature and not their shingles. No part of the identity. */
    private final List<String> texts;

    private NearDuplicateQuery(
            String field, Lookup lookup, Verification verification, double minSimilarity,
            Function<IndexSearcher, Runnable> cancellation, List<String> texts) {
        this.field = Objects.requireNonNull(field);
        this.lookup = Objects.requireNonNull(lookup);
        this.verification = verification;
        this.minSimilarity = minSimilarity;
        this.cancellation = cancellation;
        this.texts = texts;
    }

    private NearDuplicateQuery(
            String field, Lookup lookup, Verification verification, double minSimilarity) {
        this(field, lookup, verification, Parameters.MIN_SIMILARITY.check(minSimilarity),
                searcher -> () -> {}, List.of());
    }

    /**
     * Creates a query that estimates similarities from the signatures.
     *
     * @param sketch the sketch of the text, by the scheme of the field
     * @param rows how many rows of a band candidates share, those of a band at most
     * @param minSimilarity the similarity that hits reach, in (0,1]
     */
    public static NearDuplicateQuery bySignature(
            String field, Sketch sketch, int rows, double minSimilarity) {
        Verification verification = new Verification.BySignature(Signature.of(sketch));
        long[] keys = sketch.scheme().banding().keys(sketch);
        return new NearDuplicateQuery(field, new Lookup.Bands(keys, rows), verification,
                minSimilarity);
    }

    /** Creates the same query for what is known of a text that was sketched by the scheme of the field. */
    public static NearDuplicateQuery bySignature(
            String field, SketchedText text, int rows, double minSimilarity) {
        Verification verification = new Verification.BySignature(text.signature());
        return new NearDuplicateQuery(
                field, new Lookup.Bands(text.keys(), rows), verification, minSimilarity);
    }

    /**
     * Creates a query that computes similarities from the shingle sets of the documents.
     *
     * @param text the text, sketched by the scheme of the field
     * @param rows how many rows of a band candidates share, those of a band at most
     * @param minSimilarity the similarity that hits reach, in (0,1]
     * @param texts makes the sets of the documents of the field from their texts, or null if they are stored
     */
    public static NearDuplicateQuery exact(
            String field, SketchedText text, int rows, double minSimilarity, SetSource texts) {
        Signature signature = texts == null ? null : text.signature();
        return new NearDuplicateQuery(
                field, new Lookup.Bands(text.keys(), rows),
                new Verification.BySets(ShareOf.UNION, text.shingles(), texts, signature),
                minSimilarity);
    }

    /**
     * Creates a query that estimates a share from the prints, for a field that indexes them.
     *
     * @return the query, whose scores are shares
     */
    public static NearDuplicateQuery byPrints(String field, SoughtShare share, long[] prints) {
        return byPrints(field, share, prints, null);
    }

    /**
     * Creates a query that computes a share from the shingle sets of documents that share enough prints, for a field that
     * indexes prints.
     *
     * @param texts makes the sets of the documents of the field from their texts, or null if they are stored
     * @return the query, whose scores are shares
     */
    public static NearDuplicateQuery exactByPrints(
            String field, SoughtShare share, long[] prints, ShingleSet shingles, SetSource texts) {
        return byPrints(
                field, share, prints, new Verification.BySets(share.of(), shingles, texts, null));
    }

    private static NearDuplicateQuery byPrints(
            String field, SoughtShare share, long[] prints, Verification.BySets sets) {
        Verification.ByPrints verification = new Verification.ByPrints(share, prints.length, sets);
        int needed = share.of() == ShareOf.LIKE ? verification.needed(prints.length) : 1;
        return new NearDuplicateQuery(
                field, new Lookup.PrintTerms(TermKeys.whole(prints), needed, new BitSet()),
                verification,
                share.least());
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
        return new NearDuplicateQuery(
                field, lookup.limit(limit, field), verification, minSimilarity, cancellation,
                texts);
    }

    /**
     * Returns a query that scores every document with a signature by its similarity to the same text,
     * computed in the same way, however low it is. It looks no bucket up and so reads what other clauses
     * leave to it one by one.
     *
     * @return the query, whose scores are in [0,1] times the boost
     * @throws IllegalStateException if it is for a share, which is counted from prints
     */
    public NearDuplicateQuery ofEveryDocument() {
        if (verification instanceof Verification.ByPrints) {
            throw new IllegalStateException("a share cannot be asked of every document");
        }
        return new NearDuplicateQuery(
                field, new Lookup.Everything(), verification, 0, cancellation, texts);
    }

    /**
     * Returns this query, able to stop between candidates.
     *
     * @param cancellation is asked by every search for this query for what throws, from any thread, if that search
     *     is to stop; kept where the query is, so it leads to no search
     * @return the query, equal to this one
     */
    public NearDuplicateQuery cancelledBy(Function<IndexSearcher, Runnable> cancellation) {
        return new NearDuplicateQuery(
                field, lookup, verification, minSimilarity, cancellation, texts);
    }

    /**
     * Returns this query, able to tell what it has in common with a document.
     *
     * @param texts those that it was made from; not kept where it has their shingles
     * @return the query, equal to this one
     */
    public NearDuplicateQuery rememberingTexts(List<String> texts) {
        return new NearDuplicateQuery(
                field, lookup, verification, minSimilarity, cancellation,
                verify() == Verify.SIGNATURE ? List.copyOf(texts) : List.of());
    }

    /**
     * Returns the shingles that are looked for. Those of a query by signature are made here from its texts.
     *
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

    /** Returns how candidates are verified. */
    public Verify verify() {
        return verification.isEstimate() ? Verify.SIGNATURE : Verify.EXACT;
    }

    /** Returns the number of buckets that are looked up, without those that a limit left out or made smaller. */
    public int bucketCount() {
        return lookup.bucketCount();
    }

    @Override
    public long ramBytesUsed() {
        long textBytes = texts.stream().mapToLong(RamUsageEstimator::sizeOf).sum();
        return BASE_BYTES + lookup.ramBytesUsed() + verification.ramBytesUsed() + textBytes;
    }

    /** A cache keeps the query of a weight, which needs no texts. */
    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
        return new NearDuplicateWeight(
                rememberingTexts(List.of()), scoreMode.needsScores(), boost,
                cancellation.apply(searcher));
    }

    /** All fields that are read have to be accepted: who may not read one gets no cached result. */
    @Override
    public void visit(QueryVisitor visitor) {
        if (visitor.acceptField(lookup.termsField(field)) && visitor.acceptField(field)
                && visitor.acceptField(verification.valuesField(field))) {
            visitor.visitLeaf(this);
        }
    }

    @Override
    public String toString(String defaultField) {
        return (field.equals(defaultField) ? "" : field + ":")
                + "near_duplicate(" + verification + ", " + lookup + ", ≥ " + minSimilarity + ")";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NearDuplicateQuery that
                && field.equals(that.field)
                && minSimilarity == that.minSimilarity
                && verification.equals(that.verification)
                && lookup.equals(that.lookup);
    }

    @Override
    public int hashCode() {
        return Objects.hash(classHash(), field, lookup, verification, minSimilarity);
    }

    /** Returns the Lucene field. */
    public String field() {
        return field;
    }

    Lookup lookup() {
        return lookup;
    }

    Verification verification() {
        return verification;
    }

    double minSimilarity() {
        return minSimilarity;
    }
}
