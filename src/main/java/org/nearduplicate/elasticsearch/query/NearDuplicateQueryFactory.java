package org.nearduplicate.elasticsearch.query;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.lucene.search.Queries;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.internal.ContextIndexSearcher;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.field.FieldSets;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.version.Cancellations;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.lucene.SoughtContainment;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.sets.ContainmentEstimate;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShareOf;

/**
 * Makes the Lucene query of one shard from texts, and warns where the answer may lack documents that
 * the user would expect.
 */
final class NearDuplicateQueryFactory {

    /** Hardly any word has so many characters. */
    private static final int LONG_WORD = 40;

    /** In how many documents of a shard texts of one shingle are looked for. */
    private static final int LOOKED_AT = 1_000;

    private final MinHashFieldType field;
    private final QueryOptions options;
    private final SearchExecutionContext context;
    private final double minSimilarity;
    private final double recallOfShares;

    /** The bands, with as many rows as the query takes. */
    private final Banding taken;

    NearDuplicateQueryFactory(
            MinHashFieldType field, QueryOptions options, SearchExecutionContext context) {
        this.field = field;
        this.options = options;
        this.context = context;
        this.minSimilarity = Objects.requireNonNullElse(
                options.minSimilarity(), field.bandChoice().similarity());
        this.recallOfShares =
                Objects.requireNonNullElse(options.recall(), field.recallOfShares());
        this.taken = field.bandChoice().taken(minSimilarity, options.recall());
    }

    /**
     * Creates the query for texts that count as the values of one array.
     *
     * @throws QueryShardException if the field cannot be verified as asked
     */
    Query create(List<String> texts) throws IOException {
        NearDuplicateQuery query = query(texts);
        if (query == null) {
            warnOfNothingLike(texts);
            return noTokens();
        }
        if (options.shareOf() == ShareOf.UNION) {
            warnIfFewAreFound(query.verify());
        } else {
            warnIfTooFewSampled(query);
        }
        warnIfNothingIsIndexed();
        return limitBuckets(query);
    }

    /**
     * Creates a query for the same texts that scores every document, found by its bands or not.
     *
     * @throws QueryShardException if the field cannot be verified as asked
     */
    Query createOfEveryDocument(List<String> texts) throws IOException {
        NearDuplicateQuery query = query(texts);
        return query == null ? noTokens() : query.ofEveryDocument();
    }

    /** Returns the query, or null if the texts have no tokens. */
    private NearDuplicateQuery query(List<String> texts) throws IOException {
        requireLength(texts);
        if (options.shareOf() != ShareOf.UNION) {
            requireSampledShingles();
        }
        ShingleHashes hashes = new ShingleHashes(field.memory());
        try {
            for (String text : texts) {
                field.sketcher().shingle(text, hashes);
            }
            if (hashes.size() == 1) {
                warnIfWordsCannotBeSeen(texts);
            }
            return hashes.isEmpty()
                    ? null
                    : query(hashes).with(cancellation(field.name()), texts);
        } finally {
            hashes.clear();
        }
    }

    private void requireLength(List<String> texts) {
        try {
            QuerySettings.requireLength(
                    Like.NAME, texts,
                    context.getIndexSettings().getValue(QuerySettings.MAX_LIKE_LENGTH));
        } catch (IllegalArgumentException e) {
            throw new QueryShardException(context, e.getMessage(), e);
        }
    }

    private static Function<IndexSearcher, Runnable> cancellation(String field) {
        return searcher -> searcher instanceof ContextIndexSearcher cancellable
                ? Cancellations.check(cancellable, field)
                : () -> {};
    }

    private Query noTokens() {
        return new MatchNoDocsQuery("[like] has no tokens for [" + field.name() + "]");
    }

    private NearDuplicateQuery query(ShingleHashes hashes) throws IOException {
        TextQueries queries = TextQueries.of(
                field, options.verify(),
                field.sketcher().shingles(options.ignore().texts(), field.memory()), context)
                .ofClause();
        FieldSets.Choice choice = queries.choice();
        if (choice.lack() != null) {
            new FieldDescriptions.OfShard(context.index().getName(), field.description(choice))
                    .warn(field.name());
        }
        return options.shareOf() == ShareOf.UNION
                ? queries.query(hashes, taken.rows(), minSimilarity)
                : queries.shareQuery(
                        new SoughtContainment(options.shareOf(), minSimilarity, recallOfShares),
                        hashes);
    }

    private void requireSampledShingles() {
        IndexReader reader = context.getIndexReader();
        if (field.sampled() == null) {
            throw noSampledShingles(
                    "of a field whose mapping has [" + SampledShingles.PARAMETER.name()
                            + "], which that of ["
                            + field.name() + "] has not");
        }
        if (reader != null && StoredValues.areShown(
                reader, field.name(), StoredValues.sampledShinglesField(field.name())) == false) {
            throw noSampledShingles("in [" + StoredValues.sampledShinglesField(field.name())
                    + "], which field-level security hides");
        }
    }

    private QueryShardException noSampledShingles(String where) {
        return new QueryShardException(
                context,
                "[" + ShareOf.PARAMETER.name() + "] [" + ChoiceParameter.nameOf(options.shareOf())
                        + "] needs the sampled shingles " + where);
    }

    /** Only a stored document may have no text. */
    private void warnOfNothingLike(List<String> texts) {
        HeaderWarning.addWarning(
                texts.isEmpty()
                        ? "a stored document without a text in [{}] has no near duplicates"
                        : "a text without words for [{}] has no near duplicates",
                field.name());
    }

    /** The analyzer may take a text without spaces for one word: near duplicates then have no shingle in common. */
    private void warnIfWordsCannotBeSeen(List<String> texts) throws IOException {
        Scheme scheme = field.sketcher().scheme();
        IndexReader reader = context.getIndexReader();
        long length = texts.stream().mapToLong(String::length).sum();
        if (scheme.shingleUnit() == ShingleUnit.WORD
                && length >= LONG_WORD * scheme.shingleSize() && reader != null
                && StoredValues.isAnyOfOneShingle(reader, field.name(), LOOKED_AT)) {
            HeaderWarning.addWarning(
                    "[like] of [{}] characters is one shingle for [{}], and so are some texts of the index: only the very same"
                            + " text is found; an [analyzer] that sees words in them, or [shingle_unit] [{}], finds more",
                    length,
                    field.name(),
                    ChoiceParameter.nameOf(ShingleUnit.CHARACTER));
        }
    }

    /** The error of estimates alone is no reason to warn: estimates were requested, or another warning names them. */
    private void warnIfFewAreFound(Verify verify) {
        CurveGoal goal = field.bandChoice().goal(minSimilarity, options.recall());
        if (goal.metBy(taken) == false) {
            HeaderWarning.addWarning(
                    "[min_similarity] [{}]: [{}] bands of [{}] rows of [{}], the fewest that are taken,{} find only {} percent"
                            + " of the pairs of that similarity, less than [recall] [{}]",
                    minSimilarity,
                    taken.bands(),
                    taken.rows(),
                    field.name(),
                    verify == Verify.SIGNATURE ? " and estimates by signatures" : "",
                    goal.kind().easier(
                            verify.probabilityFound(
                                    field.sketcher().scheme().withBanding(taken),
                                    minSimilarity))
                            .movePointRight(2).toPlainString(),
                    goal.probability());
        }
    }

    /**
     * For a share of documents the probability depends on the sampled shingles of each document. Without any of the text
     * nothing is found. The error of estimates alone is no reason to warn here either.
     */
    private void warnIfTooFewSampled(NearDuplicateQuery query) {
        int sampled = query.bucketCount();
        if (sampled == 0) {
            HeaderWarning.addWarning(
                    "[share_of] [{}]: [like] is too short for [passages] [{}] of [{}], none of its shingles is"
                            + " sampled, so nothing is found",
                    ChoiceParameter.nameOf(options.shareOf()),
                    field.sampled().oneIn(),
                    field.name());
            return;
        }
        ContainmentEstimate estimate = new ContainmentEstimate(sampled);
        if (options.shareOf() == ShareOf.LIKE
                && estimate.probability(1, minSimilarity) < recallOfShares) {
            double found = estimate.probability(
                    query.verify() == Verify.SIGNATURE ? estimate.neededFor(minSimilarity) : 1,
                    minSimilarity);
            HeaderWarning.addWarning(
                    "[min_similarity] [{}] of [share_of] [like]: [like] has only [{}] sampled shingles, one shingle in [{}] of"
                            + " [{}], too few for its [recall] [{}]: of documents that just have that share {} percent"
                            + " are found, of others more",
                    minSimilarity,
                    sampled,
                    field.sampled().oneIn(),
                    field.name(),
                    recallOfShares,
                    // Never more than there are.
                    String.format(Locale.ROOT, "%.1f", Math.floor(1000 * found + 1e-6) / 10));
        }
    }

    /** Counts only the documents that the caller sees. */
    private void warnIfNothingIsIndexed() throws IOException {
        IndexReader reader = context.getIndexReader();
        if (reader == null || reader.numDocs() == 0
                || StoredValues.first(reader, field.name()).isPresent()) {
            return;
        }
        HeaderWarning.addWarning(
                "none of the [{}] documents of a shard of [{}] has words in [{}]: those that were written"
                        + " before the field was added are found once they are written again",
                context.searcher().count(
                        Queries.newNonNestedFilter(context.indexVersionCreated())),
                context.index().getName(),
                field.name());
    }

    private Query limitBuckets(NearDuplicateQuery query) throws IOException {
        int maxBucketSize = maxBucketSize();
        IndexReader reader = context.getIndexReader();
        if (reader == null || maxBucketSize >= reader.numDocs()
                || StoredValues.first(reader, field.name()).isEmpty()) {
            return query;
        }
        NearDuplicateQuery limited = query.limitBuckets(context.searcher(), maxBucketSize);
        int large = query.bucketCount() - limited.bucketCount();
        if (large > 0) {
            HeaderWarning.addWarning(
                    "[max_bucket_size] [{}]: [{}] of [{}] buckets of [{}] hold more documents, and find less or"
                            + " nothing; near duplicates that share no other bucket may be missing",
                    maxBucketSize,
                    large,
                    query.bucketCount(),
                    field.name());
        }
        return limited;
    }

    /** An answer that depends on the setting is not cached, as the setting can change. */
    private int maxBucketSize() {
        if (options.maxBucketSize() != null) {
            return options.maxBucketSize();
        }
        int maxBucketSize =
                context.getIndexSettings().getValue(QuerySettings.MAX_BUCKET_SIZE);
        if (maxBucketSize < QueryOptions.MAX_BUCKET_SIZE.max()) {
            context.disableCache();
        }
        return maxBucketSize;
    }
}
