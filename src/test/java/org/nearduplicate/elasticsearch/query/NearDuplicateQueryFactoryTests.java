package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.field.MinHashMapperTestCase;
import org.nearduplicate.lucene.Verify;

/** The Lucene query of one shard, the errors and the warnings. */
public class NearDuplicateQueryFactoryTests extends MinHashMapperTestCase {

    private static final QueryOptions DEFAULT = Queries.DEFAULT;

    public void testUnmappedFieldIgnored() throws IOException {
        Query query = createQuery(minimal(), "nowhere", Queries.ignoreUnmapped(), "some text");
        assertThat(query, instanceOf(MatchNoDocsQuery.class));
    }

    public void testFieldOfAnotherType() throws IOException {
        QueryOptions options = randomFrom(DEFAULT, Queries.ignoreUnmapped());
        assertRefused(
                multiField("text"), FIELD, options,
                "[field] must be a field of type [minhash], got [field] of type [text], did you mean"
                        + " [field.near]?");
    }

    public void testAllSubFieldsAreNamed() throws IOException {
        XContentBuilder mapping = mapping(b -> {
            b.startObject("body").field("type", "text").startObject("fields");
            b.startObject("near").field("type", "minhash").endObject();
            b.startObject("exact").field("type", "minhash").field("exact", true).endObject();
            b.startObject("raw").field("type", "keyword").endObject();
            b.endObject().endObject();
            b.startObject("body2").field("type", "minhash").endObject();
        });
        assertRefused(
                mapping, "body", DEFAULT,
                "[field] must be a field of type [minhash], got [body] of type [text], did you mean"
                        + " [body.exact, body.near]?");
    }

    public void testObjectIsNoField() throws IOException {
        assertRefused(
                mapping(b -> objectWithField(b, "object")), "o", DEFAULT,
                "[field] must be a field of type [minhash], got [o] without a mapping, did you mean"
                        + " [o.field]?");
    }

    public void testFieldGivesTheDefaultSimilarity() throws IOException {
        XContentBuilder mapping =
                minHash(
                        b -> b.field("bands", 32).field("rows", 4).field("similarity", 0.625));
        assertThat(
                createQuery(mapping, FIELD, DEFAULT, "some text"),
                equalTo(createQuery(mapping, FIELD, new QueryOptions(0.625, null, null),
                        "some text")));
        assertThat(
                createQuery(mapping, FIELD, DEFAULT, "some text"),
                not(equalTo(createQuery(mapping, FIELD, new QueryOptions(0.626, null, null),
                        "some text"))));
    }

    public void testFieldAliasIsTheField() throws IOException {
        XContentBuilder mapping =
                mapping(
                        b -> {
                            property(b, FIELD, "minhash");
                            property(b, "other", "alias", "path", FIELD);
                        });
        assertThat(
                createQuery(mapping, "other", DEFAULT, "some text"),
                equalTo(createQuery(mapping, FIELD, DEFAULT, "some text")));
    }

    public void testTextsCountAsTheValuesOfAnArray() throws IOException {
        assertThat(
                createQuery(minimal(), FIELD, DEFAULT, "c d e f", "a b c d"),
                equalTo(createQuery(minimal(), FIELD, DEFAULT, "a b c d e f")));
        assertThat(
                createQuery(minimal(), FIELD, DEFAULT, "a b c", "d e f"),
                not(equalTo(createQuery(minimal(), FIELD, DEFAULT, "a b c d e f"))));
    }

    public void testFewPairsFoundIsAWarningWithThePercentage() throws IOException {
        createQuery(minimal(), FIELD, new QueryOptions(0.5, null, null), "some text");
        assertWarnings(
                "[min_similarity] [0.5]: [12] bands of [2] rows of [field], the fewest that are taken, find only"
                        + " 96.86 percent of the pairs of that similarity, less than [recall] [0.99]");
        createQuery(minimal(), FIELD, new QueryOptions(0.1, null, null), "some text");
        assertWarnings(
                "[min_similarity] [0.1]: [12] bands of [2] rows of [field], the fewest that are taken, find only"
                        + " 11.57 percent of the pairs of that similarity, less than [recall] [0.99]");
        createQuery(minimal(), FIELD, new QueryOptions(0.5, null, Verify.SIGNATURE), "some text");
        assertWarnings(
                "[min_similarity] [0.5]: [12] bands of [2] rows of [field], the fewest that are taken, and estimates"
                        + " by signatures find only 52.1 percent of the pairs of that similarity, less than [recall]"
                        + " [0.99]");
    }

    /** 1 − (1 − J²)¹² is 0.99 where J is 0.5646, and accidents are worth 0.0005 of that. */
    public void testWarningBeginsWhereTwoRowsAreTooMany() throws IOException {
        createQuery(minimal(), FIELD, new QueryOptions(0.5646, null, null), "some text");
        createQuery(minimal(), FIELD, DEFAULT, "some text");
        createQuery(minimal(), FIELD, new QueryOptions(0.5, 0.96, null), "some text");
        ensureNoWarnings();
        createQuery(minimal(), FIELD, new QueryOptions(0.5636, null, null), "some text");
        assertWarnings(
                "[min_similarity] [0.5636]: [12] bands of [2] rows of [field], the fewest that are taken, find only"
                        + " 98.99 percent of the pairs of that similarity, less than [recall] [0.99]");
    }

    public void testRowsFollowFromSimilarityAndRecall() throws IOException {
        assertRows(5, null, null);
        assertRows(4, 0.76, null);
        assertRows(6, 0.8, 0.95);
    }

    private void assertRows(int rows, Double minSimilarity, Double recall) throws IOException {
        Query query = createQuery(minimal(), FIELD, new QueryOptions(minSimilarity, recall, null),
                "some text");
        assertThat(query.toString(), containsString("12 bands of " + rows + " rows"));
    }

    /** Not of the percentage. */
    public void testTextWithoutTokensWarnsOfNothingElse() throws IOException {
        Query query = createQuery(minimal(), FIELD, new QueryOptions(0.01, null, null), "?!");
        assertThat(query.toString(), containsString("[like] has no tokens for [field]"));
        assertWarnings("a text without words for [field] has no near duplicates");
        createQuery(minimal(), FIELD, new QueryOptions(0.01, null, null));
        assertWarnings("a stored document without a text in [field] has no near duplicates");
    }

    public void testWhereNoDocumentHasWordsIsAWarningWithTheirNumber() throws IOException {
        int documents = between(1, 5);
        withTexts(Settings.EMPTY, Collections.nCopies(documents, "…"), context -> {
            near("some text", DEFAULT).toQuery(context);
            assertWarnings(
                    "none of the [" + documents + "] documents of a shard of [index] has words in"
                            + " [field]: those that were written before the field was added are found"
                            + " once they are written again");
        });
        List<String> withOne = new ArrayList<>(Collections.nCopies(documents, "…"));
        withOne.add(between(0, documents), "words");
        withTexts(Settings.EMPTY, withOne, context -> near("some text", DEFAULT).toQuery(context));
        withTexts(Settings.EMPTY, List.of(),
                context -> near("some text", DEFAULT).toQuery(context));
        ensureNoWarnings();
    }

    public void testRequestOverridesTheSetting() throws IOException {
        String text = Texts.random();
        withTexts(maxBucketSize(1), List.of(text, text), context -> {
            assertThat(hits(context, near(text, Queries.maxBucketSize(Integer.MAX_VALUE))).size(),
                    equalTo(2));
            ensureNoWarnings();
            assertThat(hits(context, near(text, DEFAULT)), equalTo(Map.of()));
            assertWarnings(warning(1, 12));
        });
    }

    public void testBucketOfExactlyTheLimitIsRead() throws IOException {
        String text = Texts.random();
        withTexts(Settings.EMPTY, List.of(text, text, text, Texts.random()), context -> {
            assertThat(hits(context, near(text, Queries.maxBucketSize(3))).size(), equalTo(3));
            ensureNoWarnings();
            assertThat(hits(context, near(text, Queries.maxBucketSize(2))), equalTo(Map.of()));
            assertWarnings(warning(2, 12));
        });
    }

    private static String warning(int limit, int large) {
        return "[max_bucket_size] [" + limit + "]: [" + large + "] of [12] buckets of"
                + " [field] hold more documents, and find less or nothing; near duplicates that"
                + " share no other bucket may be missing";
    }

    private static Settings maxBucketSize(int documents) {
        return Settings.builder()
                .put("index.near_duplicate.max_bucket_size", documents)
                .build();
    }

    private void assertRefused(
            XContentBuilder mapping, String field, QueryOptions options, String message) {
        QueryShardException refusal =
                expectThrows(
                        QueryShardException.class,
                        () -> createQuery(mapping, field, options, "some text"));
        assertThat(refusal.getMessage(), equalTo(message));
        assertThat(refusal.status(), equalTo(RestStatus.BAD_REQUEST));
    }

    /** Creates the query for an index without documents. */
    private Query createQuery(
            XContentBuilder mapping, String field, QueryOptions options, String... texts)
            throws IOException {
        return Queries.near(field, options, texts)
                .toQuery(createSearchExecutionContext(createMapperService(mapping)));
    }

    private static NearDuplicateQueryBuilder near(String text, QueryOptions options) {
        return Queries.near(FIELD, options, text);
    }

    private void withTexts(
            Settings settings, List<String> texts,
            CheckedConsumer<SearchExecutionContext, IOException> test)
            throws IOException {
        withIndex(createMapperService(settings, minimal()), texts, test);
    }
}
