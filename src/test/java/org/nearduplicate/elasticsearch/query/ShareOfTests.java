package org.nearduplicate.elasticsearch.query;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.field.MinHashMapperTestCase;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.sets.ShareOf;

/** The query for a share on one shard: its hits, its errors and its warnings. */
public class ShareOfTests extends MinHashMapperTestCase {

    /** So many words that a text without a sampled shingle is one of 10⁷⁸, and one with fewer than 7 of them one of 10⁶⁵. */
    private static final int WORDS = 360;
    private static final int ONE_IN = 2;

    public void testFieldWithoutPassages() {
        for (ShareOf of : List.of(ShareOf.LIKE, ShareOf.DOCUMENT)) {
            QueryShardException refusal = expectThrows(
                    QueryShardException.class,
                    () -> query(minimal(), "some text", options(of, null)));
            assertThat(
                    refusal.getMessage(),
                    equalTo(
                            "[share_of] [" + (of == ShareOf.LIKE ? "like" : "document")
                                    + "] needs the sampled shingles of a field whose mapping has [passages], which that of [field] has not"));
            assertThat(refusal.status(), equalTo(RestStatus.BAD_REQUEST));
        }
    }

    public void testTheUnionNeedsNoPassages() throws IOException {
        assertThat(
                query(withPassages(), "some text", options(ShareOf.UNION, null)),
                equalTo(query(minimal(), "some text", options(ShareOf.UNION, null))));
    }

    public void testTextWithoutTokens() throws IOException {
        assertThat(
                query(withPassages(), "?!", options(ShareOf.LIKE, null)),
                instanceOf(MatchNoDocsQuery.class));
        assertWarnings("a text without words for [field] has no near duplicates");
    }

    public void testAPassageIsFoundInATextAndATextIsFoundByWhatItHolds() throws IOException {
        String passage = Texts.random(WORDS);
        String text = Texts.random(WORDS) + " " + passage + " " + Texts.random(WORDS);
        List<String> texts = List.of(text, Texts.random(WORDS), passage);
        for (Verify verify : new Verify[] {null, Verify.EXACT, Verify.SIGNATURE}) {
            withTexts(texts, context -> {
                assertThat(
                        hits(context, passage, options(ShareOf.LIKE, verify)),
                        equalTo(Map.of(0, 1f, 2, 1f)));
                assertThat(
                        hits(context, text, options(ShareOf.DOCUMENT, verify)),
                        equalTo(Map.of(0, 1f, 2, 1f)));
                assertThat(
                        hits(context, text, options(ShareOf.LIKE, verify)),
                        equalTo(Map.of(0, 1f)));
                assertThat(
                        hits(context, passage, options(ShareOf.DOCUMENT, verify)),
                        equalTo(Map.of(2, 1f)));
                assertThat(
                        hits(context, passage, options(ShareOf.UNION, verify)),
                        equalTo(Map.of(2, 1f)));
            });
        }
    }

    /** Of three shingles, every second of which is a sampled shingle, any number may be one. */
    public void testFewSampledShinglesAreAWarningWithTheProbability() throws IOException {
        List<String> percent = List.of("", "80.0", "96.0");
        for (int sampled = 1; sampled <= 3; sampled++) {
            String text = textOfSampledShingles(sampled);
            query(withPassages(), text, options(ShareOf.LIKE, null));
            if (sampled < percent.size()) {
                assertWarnings(
                        "[min_similarity] [0.8] of [share_of] [like]: [like] has only [" + sampled
                                + "] sampled shingles, one shingle in [2] of [field], too few for its [recall] [0.99]: "
                                + "of documents that just have that share " + percent.get(sampled)
                                + " percent are found, of others more");
            } else {
                ensureNoWarnings();
            }
        }
    }

    /** Bands find pairs of a similarity more or less surely; a share does not depend on that, but on what was said. */
    public void testAsSurelyWhateverTheBands() throws IOException {
        String text = Texts.random(WORDS);
        QueryOptions options = options(ShareOf.LIKE, null);
        Query expected = query(withPassages(), text, options);
        for (int bands : new int[] {2, 60}) {
            XContentBuilder mapping = minHash(
                    b -> b.field("passages", ONE_IN)
                            .field("bands", bands)
                            .field("rows", 3)
                            .field("similarity", 0.8));
            assertThat(query(mapping, text, options), equalTo(expected));
        }
        XContentBuilder lower = minHash(b -> b.field("passages", ONE_IN).field("recall", 0.5));
        assertThat(query(lower, text, options), not(equalTo(expected)));
    }

    /** Of a share of documents more than that depends on these. */
    public void testNoSampledShinglesAreAWarning() throws IOException {
        query(withPassages(), textOfSampledShingles(1), options(ShareOf.DOCUMENT, null));
        ensureNoWarnings();
        String none = textOfSampledShingles(0);
        for (ShareOf of : List.of(ShareOf.LIKE, ShareOf.DOCUMENT)) {
            query(withPassages(), none, options(of, null));
            assertWarnings(
                    "[share_of] [" + (of == ShareOf.LIKE ? "like" : "document")
                            + "]: [like] is too short for [passages] [2] of [field], none of its shingles is"
                            + " sampled, so nothing is found");
        }
    }

    /** Buckets that are left out find nothing, but count for what others find. */
    public void testLargeBucketsAreLeftOutWithAWarning() throws IOException {
        String everywhere = Texts.random(WORDS);
        String rare = Texts.random(WORDS);
        List<String> texts =
                List.of(everywhere, everywhere + " " + rare, everywhere, Texts.random(WORDS));
        withTexts(texts, context -> {
            QueryOptions limited =
                    new QueryOptions(.95, null, null, ShareOf.LIKE, null, false, 2, false,
                            IgnoredTexts.NONE);
            assertThat(hits(context, everywhere + " " + rare, limited), equalTo(Map.of(1, 1f)));
            assertThat(hits(context, rare, limited).keySet(), equalTo(Set.of(1)));
            assertThat(hits(context, everywhere, limited), equalTo(Map.of()));
            int sampled = sampled(everywhere);
            int both = sampled(everywhere + " " + rare);
            assertWarnings(warning(sampled, both), warning(sampled, sampled));
        });
    }

    private static String warning(int large, int of) {
        return "[max_bucket_size] [2]: [" + large + "] of [" + of + "] buckets of [field]"
                + " hold more documents, and find less or nothing; near duplicates that share no"
                + " other bucket may be missing";
    }

    private String textOfSampledShingles(int sampled) throws IOException {
        for (int i = 0; i < 1_000; i++) {
            String text = Texts.random(5);
            if (sampled(text) == sampled) {
                return text;
            }
        }
        throw new AssertionError("no text of " + sampled + " sampled shingles");
    }

    /** Returns how many sampled shingles a document of a text has. */
    private int sampled(String text) throws IOException {
        return createDocumentMapper(withPassages())
                .parse(source(b -> b.field(FIELD, text)))
                .rootDoc()
                .getField(FIELD + "._prints")
                .numericValue()
                .intValue();
    }

    private static XContentBuilder withPassages() throws IOException {
        return minHash(b -> b.field("passages", ONE_IN));
    }

    private static QueryOptions options(ShareOf of, Verify verify) {
        return new QueryOptions(null, null, verify, of, null, false, null, false,
                IgnoredTexts.NONE);
    }

    private Query query(XContentBuilder mapping, String text, QueryOptions options)
            throws IOException {
        return Queries.near(FIELD, options, text)
                .toQuery(createSearchExecutionContext(createMapperService(mapping)));
    }

    private void withTexts(
            List<String> texts, CheckedConsumer<SearchExecutionContext, IOException> test)
            throws IOException {
        withIndex(
                createMapperService(
                        minHash(b -> b.field("passages", ONE_IN).field("exact", true))),
                texts, test);
    }

    private static Map<Integer, Float> hits(
            SearchExecutionContext context, String text, QueryOptions options)
            throws IOException {
        return hits(context, Queries.near(FIELD, options, text));
    }
}
