package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHighlight;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoSearchHits;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertOrderedSearchHits;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertScrollResponsesAndHitCount;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertSearchHits;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.arrayContaining;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;
import static org.nearduplicate.elasticsearch.query.Queries.near;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.admin.indices.analyze.AnalyzeAction.AnalyzeToken;
import org.elasticsearch.action.admin.indices.analyze.AnalyzeRequestBuilder;
import org.elasticsearch.action.admin.indices.validate.query.ValidateQueryResponse;
import org.elasticsearch.action.explain.ExplainResponse;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.common.lucene.search.function.CombineFunction;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.functionscore.FunctionScoreQueryBuilder;
import org.elasticsearch.index.query.functionscore.ScoreFunctionBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.search.aggregations.bucket.SingleBucketAggregation;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.elasticsearch.search.rescore.QueryRescorerBuilder;
import org.elasticsearch.search.sort.SortBuilders;
import org.elasticsearch.search.sort.SortOrder;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.version.AdminRequests;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ShareOf;

/** The query is an ordinary one: it works with everything that a search can do. */
public class NearDuplicateSearchFeaturesTests extends NearDuplicateSingleNodeTestCase {

    @Before
    public void create() {
        createArticles();
    }

    public void testInsideAnAggregation() {
        SearchRequestBuilder search =
                search(QueryBuilders.matchAllQuery())
                        .addAggregation(AggregationBuilders.filter("near", near(text(ORIGINAL))));
        assertResponse(
                search,
                response -> {
                    SingleBucketAggregation near = response.getAggregations().get("near");
                    assertThat(near.getDocCount(), equalTo(3L));
                });
    }

    public void testExplainGivesTheScoreOfTheHit() {
        assertExplained(null, "shingles of the document");
        assertExplained(Verify.EXACT, "shingles of the document");
        assertExplained(Verify.SIGNATURE, "equal components of 192");
    }

    private void assertExplained(Verify verify, String how) {
        QueryOptions options =
                new QueryOptions(null, null, verify, ShareOf.UNION, false, null, false);
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
        QueryOptions same =
                new QueryOptions(1.0, null, Verify.EXACT, ShareOf.UNION, false, null, false);
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
        assertAcked(
                AdminRequests.aliases(indicesAdmin())
                        .addAlias(INDEX, "all")
                        .addAlias(INDEX, "odd", QueryBuilders.termQuery("group", "odd"))
                        .addAlias(INDEX, "family", near(text(ORIGINAL))));
        assertSearchHits(
                client().prepareSearch("all").setQuery(near(text(NEAR))), ORIGINAL, COPY, NEAR);
        assertSearchHits(client().prepareSearch("odd").setQuery(near(text(NEAR))), COPY);
        assertSearchHits(
                client().prepareSearch("family").setQuery(QueryBuilders.matchAllQuery()),
                ORIGINAL, COPY, NEAR);
    }

    public void testRescore() {
        SearchRequestBuilder search =
                search(QueryBuilders.constantScoreQuery(QueryBuilders.matchAllQuery()))
                        .setRescorer(new QueryRescorerBuilder(near(text(OTHER))), 10);
        Map<String, Float> scores = scores(search.setSize(6));
        assertThat(scores.size(), equalTo(6));
        assertThat(scores.get(OTHER), equalTo(2f));
        assertThat(scores.get(ORIGINAL), equalTo(1f));
    }

    public void testFunctionScore() {
        FunctionScoreQueryBuilder query =
                QueryBuilders.functionScoreQuery(
                        near(text(ORIGINAL)),
                        ScoreFunctionBuilders.fieldValueFactorFunction("rank").factor(10))
                        .boostMode(CombineFunction.MULTIPLY);
        Map<String, Float> scores = scores(search(query));
        assertThat(scores.get(ORIGINAL), equalTo(0f));
        assertThat(scores.get(COPY), equalTo(10f));
        assertThat(scores.get(NEAR), equalTo(20 * scores(search(near(text(ORIGINAL)))).get(NEAR)));
    }

    public void testNamedQueries() {
        assertResponse(
                search(
                        QueryBuilders.boolQuery()
                                .should(near(text(ORIGINAL)).queryName("first"))
                                .should(near(text(OTHER)).queryName("second"))
                                .should(QueryBuilders.termQuery("group", "odd"))),
                response -> {
                    for (SearchHit hit : response.getHits()) {
                        switch (hit.getId()) {
                            case ORIGINAL, COPY, NEAR -> assertThat(
                                    hit.getMatchedQueries(), arrayContaining("first"));
                            case OTHER -> assertThat(
                                    hit.getMatchedQueries(), arrayContaining("second"));
                            default -> assertThat(hit.getMatchedQueries().length, equalTo(0));
                        }
                    }
                    assertThat(response.getHits().getHits().length, equalTo(6));
                });
    }

    public void testProfile() {
        assertResponse(
                search(near(text(ORIGINAL))).setProfile(true),
                response -> {
                    assertSearchHits(response, ORIGINAL, COPY, NEAR);
                    assertThat(
                            response.toString(),
                            containsString("\"query\":[{\"type\":\"NearDuplicateQuery\""));
                });
    }

    public void testMinScore() {
        float score = scores(search(near(text(ORIGINAL)))).get(NEAR);
        assertSearchHits(
                search(near(text(ORIGINAL))).setMinScore(score), ORIGINAL, COPY, NEAR);
        assertSearchHits(
                search(near(text(ORIGINAL))).setMinScore(Math.nextUp(score)), ORIGINAL, COPY);
        assertHitCount(
                search(near(text(ORIGINAL))).setMinScore(score).setSize(1).setTrackTotalHits(true),
                3);
    }

    public void testSortByScoreAndByField() {
        assertOrderedSearchHits(
                search(near(text(ORIGINAL)))
                        .addSort(SortBuilders.scoreSort().order(SortOrder.ASC))
                        .addSort("rank", SortOrder.DESC),
                NEAR, COPY, ORIGINAL);
        assertOrderedSearchHits(
                search(near(text(ORIGINAL))).addSort("rank", SortOrder.DESC), NEAR, COPY, ORIGINAL);
    }

    public void testSortByTheFieldIsRefused() {
        assertBadRequest(
                search(near(text(ORIGINAL))).addSort(FIELD, SortOrder.ASC),
                "[body.near] of type [minhash]");
    }

    public void testPages() {
        SearchRequestBuilder search =
                search(near(text(ORIGINAL)))
                        .addSort(SortBuilders.scoreSort())
                        .addSort("rank", SortOrder.ASC)
                        .setSize(1);
        for (String document : List.of(ORIGINAL, COPY, NEAR)) {
            Object[][] after = new Object[1][];
            assertResponse(
                    search,
                    response -> {
                        assertOrderedSearchHits(response, document);
                        after[0] = response.getHits().getAt(0).getSortValues();
                    });
            search.searchAfter(after[0]);
        }
        assertNoSearchHits(search);
        assertOrderedSearchHits(
                search(near(text(ORIGINAL))).addSort("rank", SortOrder.ASC).setFrom(1), COPY, NEAR);
    }

    public void testScroll() {
        List<String> found = new ArrayList<>();
        SearchRequestBuilder search =
                search(near(text(ORIGINAL))).setSize(2).addSort("rank", SortOrder.ASC);
        assertScrollResponsesAndHitCount(
                client(),
                TimeValue.timeValueMinutes(1),
                search,
                3,
                (page, response) -> {
                    for (SearchHit hit : response.getHits()) {
                        found.add(hit.getId());
                    }
                });
        assertThat(found, equalTo(List.of(ORIGINAL, COPY, NEAR)));
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

    public void testFieldsGiveTheText() {
        assertResponse(
                search(near(text(NEAR))).addFetchField(FIELD).addFetchField("b*"),
                response -> {
                    for (SearchHit hit : response.getHits()) {
                        assertThat(hit.field(FIELD).getValues(),
                                equalTo(List.of(text(hit.getId()))));
                        assertThat(hit.getFields(), hasKey("body"));
                    }
                    assertThat(response.getHits().getHits().length, equalTo(3));
                });
    }

    public void testDocValueFieldsAreRefused() {
        assertBadRequest(
                search(near(text(NEAR))).addDocValueField(FIELD), "[body.near] of type [minhash]");
    }

    public void testQueriesOverAllFieldsPassItBy() {
        String word = text(OTHER).split(" ")[0];
        assertSearchHits(search(QueryBuilders.queryStringQuery(word)), OTHER);
        assertSearchHits(search(QueryBuilders.queryStringQuery(word).field("body*")), OTHER);
        assertSearchHits(search(QueryBuilders.simpleQueryStringQuery(word).field("*")), OTHER);
        assertSearchHits(search(QueryBuilders.multiMatchQuery(word, "bod*")), OTHER);
    }

    public void testPostFilter() {
        assertSearchHits(
                search(QueryBuilders.termQuery("group", "even")).setPostFilter(near(text(NEAR))),
                ORIGINAL, NEAR);
    }

    public void testAroundOtherQueries() {
        assertThat(
                scores(search(QueryBuilders.constantScoreQuery(near(text(ORIGINAL))).boost(3))),
                equalTo(Map.of(ORIGINAL, 3f, COPY, 3f, NEAR, 3f)));
        assertThat(
                scores(
                        search(
                                QueryBuilders.disMaxQuery()
                                        .add(near(text(ORIGINAL)))
                                        .add(near(text(COPY)).boost(2))))
                        .get(ORIGINAL),
                equalTo(2f));
    }

    public void testAnalyze() {
        Map<String, Object> definition = Map.of("type", "minhash_bands", "bands", 9, "rows", 5);
        Map<AnalyzeRequestBuilder, Integer> bands = Map.of(
                analyze().addTokenFilter("minhash_bands"), 12,
                analyze().addTokenFilter(definition), 9);
        for (Map.Entry<AnalyzeRequestBuilder, Integer> each : bands.entrySet()) {
            List<AnalyzeToken> tokens = each.getKey().get().getTokens();
            assertThat(tokens.size(), equalTo(each.getValue()));
            assertThat(tokens.getFirst().getType(), equalTo("minhash_band"));
            assertThat(tokens.getFirst().getEndOffset(), equalTo("some analyzed text".length()));
            assertThat(tokens.getLast().getPosition(), equalTo(tokens.size() - 1));
        }
        assertThat(
                indicesAdmin().prepareAnalyze("Ünïted ﬁelds").setAnalyzer("near_duplicate").get()
                        .getTokens().stream().map(AnalyzeToken::getTerm).toList(),
                equalTo(List.of("united", "fields")));
    }

    private AnalyzeRequestBuilder analyze() {
        return indicesAdmin().prepareAnalyze("some analyzed text").setTokenizer("standard");
    }
}
