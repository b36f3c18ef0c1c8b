package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHighlight;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertSearchHits;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;
import static org.nearduplicate.elasticsearch.query.Queries.near;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.admin.indices.validate.query.ValidateQueryResponse;
import org.elasticsearch.action.explain.ExplainResponse;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.junit.Before;
import org.nearduplicate.elasticsearch.AdminRequests;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.lucene.Verify;

/** Which documents a query finds, what they score, and that it works with everything that a search can do. */
public class NearDuplicateSearchFeaturesTests extends NearDuplicateSingleNodeTestCase {

    @Before
    public void create() {
        createArticles();
    }

    public void testHitsAreTheNearDuplicates() {
        Map<String, Float> scores = scores(search(near(text(ORIGINAL))));
        assertThat(scores.keySet(), equalTo(Set.of(ORIGINAL, COPY, NEAR)));
        assertThat(scores.get(ORIGINAL), equalTo(1f));
        assertThat(scores.get(COPY), equalTo(1f));
        double jaccard = Texts.jaccard(text(ORIGINAL), text(NEAR));
        assertThat("estimated", (double) scores.get(NEAR), closeTo(jaccard, 0.15));
    }

    /** The query of all documents, which only the plugin itself sends. */
    public void testScoresAreSimilaritiesHoweverLow() {
        Map<String, Float> expected = new LinkedHashMap<>();
        texts.forEach((id, text) -> {
            if (text.isEmpty() == false) {
                expected.put(id, (float) Texts.jaccard(text, text(ORIGINAL)));
            }
        });
        assertThat(
                scores(search(ofEveryDocument(Verify.EXACT, text(ORIGINAL)))),
                equalTo(expected));
        assertThat(
                scores(search(ofEveryDocument(Verify.SIGNATURE, text(ORIGINAL)))).keySet(),
                equalTo(expected.keySet()));
    }

    public void testTextsWithoutWordsHaveNoHits() {
        assertThat(scores(search(ofEveryDocument(Verify.EXACT, "— —"))), equalTo(Map.of()));
        assertThat(scores(search(ofEveryDocument(Verify.EXACT))), equalTo(Map.of()));
    }

    private static NearDuplicateQueryBuilder ofEveryDocument(Verify verify, String... texts) {
        return NearDuplicateQueryBuilder.ofEveryDocument(FIELD, List.of(texts), verify);
    }

    public void testUpdateTakesEffectOnCachedAnswers() {
        SearchRequestBuilder count = search(near(text(ORIGINAL))).setSize(0).setRequestCache(true);
        assertHitCount(count, 3);
        limitBuckets(1);
        assertHitCount(count, 0);
        limitBuckets(1000);
        assertHitCount(count, 3);
    }

    private void limitBuckets(int documents) {
        assertAcked(
                indicesAdmin().prepareUpdateSettings(INDEX)
                        .setSettings(
                                Settings.builder()
                                        .put("index.near_duplicate.max_bucket_size", documents)));
    }

    public void testExplainGivesTheScoreOfTheHit() {
        assertExplained(null, "shingles of the document");
        assertExplained(Verify.EXACT, "shingles of the document");
        assertExplained(Verify.SIGNATURE, "equal components of 192");
    }

    private void assertExplained(Verify verify, String how) {
        QueryOptions options = new QueryOptions(null, null, verify);
        NearDuplicateQueryBuilder query = near(FIELD, options, text(ORIGINAL)).boost(2);
        float score = scores(search(query)).get(NEAR);
        ExplainResponse explained = client().prepareExplain(INDEX, NEAR).setQuery(query).get();
        assertTrue(explained.isMatch());
        assertThat(explained.getExplanation().getValue(), equalTo(score));
        assertThat(
                explained.getExplanation().toString(),
                allOf(
                        containsString("similarity of at least [min_similarity] 0.8"),
                        containsString(how)));
    }

    public void testExplainSaysWhyThereIsNoHit() {
        assertExplained(OTHER, near(text(ORIGINAL)),
                "the first 5 rows in common of none of 12 bands");
        QueryOptions same = new QueryOptions(1.0, null, Verify.EXACT);
        assertExplained(
                NEAR,
                near(FIELD, same, text(ORIGINAL)),
                "below [min_similarity] 1.0");
    }

    private void assertExplained(
            String document, NearDuplicateQueryBuilder query, String expected) {
        ExplainResponse explained =
                client().prepareExplain(INDEX, document).setQuery(query).get();
        assertFalse(explained.isMatch());
        assertThat(explained.getExplanation().toString(), containsString(expected));
    }

    public void testValidate() {
        ValidateQueryResponse valid =
                indicesAdmin()
                        .prepareValidateQuery(INDEX)
                        .setQuery(near(text(ORIGINAL)))
                        .setExplain(true)
                        .get();
        assertTrue(valid.isValid());
        assertThat(
                valid.getQueryExplanation().getFirst().getExplanation(),
                containsString("body.near:near_duplicate("));
        ValidateQueryResponse invalid =
                indicesAdmin()
                        .prepareValidateQuery(INDEX)
                        .setQuery(near("body", Queries.DEFAULT, "some text"))
                        .setExplain(true)
                        .get();
        assertFalse(invalid.isValid());
        assertThat(
                invalid.getQueryExplanation().getFirst().getError(),
                containsString("[body] of type [text]"));
    }

    public void testAlias() {
        AdminRequests.addAlias(indicesAdmin(), INDEX, "all", null);
        AdminRequests.addAlias(
                indicesAdmin(), INDEX, "odd", QueryBuilders.termQuery("group", "odd"));
        AdminRequests.addAlias(indicesAdmin(), INDEX, "family", near(text(ORIGINAL)));
        assertSearchHits(
                client().prepareSearch("all").setQuery(near(text(NEAR))), ORIGINAL, COPY, NEAR);
        assertSearchHits(client().prepareSearch("odd").setQuery(near(text(NEAR))), COPY);
        assertSearchHits(
                client().prepareSearch("family").setQuery(QueryBuilders.matchAllQuery()),
                ORIGINAL, COPY, NEAR);
    }

    public void testHighlight() {
        String word = text(ORIGINAL).split(" ")[0];
        HighlightBuilder highlight =
                new HighlightBuilder()
                        .field("body")
                        .field("*")
                        .highlighterType(randomFrom("unified", "plain"));
        assertResponse(
                search(
                        QueryBuilders.boolQuery()
                                .must(near(text(ORIGINAL)))
                                .must(QueryBuilders.matchQuery("body", word)))
                        .highlighter(highlight)
                        .addSort("rank", SortOrder.ASC),
                response -> assertHighlight(
                        response, 0, "body", 0, containsString("<em>" + word + "</em>")));
    }

    public void testQueriesOverAllFieldsPassItBy() {
        String word = text(OTHER).split(" ")[0];
        assertSearchHits(search(QueryBuilders.queryStringQuery(word)), OTHER);
        assertSearchHits(search(QueryBuilders.queryStringQuery(word).field("body*")), OTHER);
        assertSearchHits(search(QueryBuilders.simpleQueryStringQuery(word).field("*")), OTHER);
        assertSearchHits(search(QueryBuilders.multiMatchQuery(word, "bod*")), OTHER);
    }
}
