package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.action.support.WriteRequest.RefreshPolicy.IMMEDIATE;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertOrderedSearchHits;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertSearchHits;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.equalTo;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;
import static org.nearduplicate.elasticsearch.query.Queries.exact;
import static org.nearduplicate.elasticsearch.query.Queries.near;

import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ShareOf;

/** Which documents a query finds, alone and among other clauses, and what they score. */
public class NearDuplicateHitsTests extends NearDuplicateSingleNodeTestCase {

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

    public void testExactScoresAreTheJaccardSimilarities() {
        Map<String, Float> scores =
                scores(search(near(FIELD, exact(), text(NEAR)).boost(2)));
        assertThat(scores.keySet(), equalTo(Set.of(ORIGINAL, COPY, NEAR)));
        scores.forEach(
                (document, score) -> assertThat(
                        document,
                        (double) score,
                        closeTo(2 * Texts.jaccard(text(NEAR), text(document)), 1e-6)));
    }

    public void testMinSimilarityDecides() {
        double jaccard = Texts.jaccard(text(ORIGINAL), text(NEAR));
        assertSearchHits(search(near(FIELD, atLeast(jaccard), text(ORIGINAL))), ORIGINAL, COPY,
                NEAR);
        assertSearchHits(
                search(near(FIELD, atLeast(jaccard + 1e-6), text(ORIGINAL))), ORIGINAL, COPY);
        assertSearchHits(
                search(near(FIELD, exact(), text(ORIGINAL))).setMinScore(0.999f), ORIGINAL, COPY);
    }

    private static QueryOptions atLeast(double similarity) {
        return new QueryOptions(similarity, Verify.EXACT, ShareOf.UNION, false, null, false);
    }

    public void testTextThatNothingIsNear() {
        assertHitCount(search(near(Texts.random())), 0);
        assertHitCount(search(near("— …")), 0);
    }

    public void testSmallFilterThatLeads() {
        indexOthers(300);
        BoolQueryBuilder query = QueryBuilders.boolQuery().must(near(text(ORIGINAL)));
        assertSearchHits(search(query.filter(QueryBuilders.termQuery("rank", 2))), NEAR);
    }

    public void testFilterOfAllDocuments() {
        indexOthers(300);
        BoolQueryBuilder query = QueryBuilders.boolQuery().must(near(text(ORIGINAL)));
        assertSearchHits(
                search(query.filter(QueryBuilders.rangeQuery("rank").gte(1))), COPY, NEAR);
    }

    public void testAsAFilterItself() {
        indexOthers(300);
        BoolQueryBuilder query =
                QueryBuilders.boolQuery()
                        .must(QueryBuilders.termQuery("group", "even"))
                        .filter(near(text(ORIGINAL)));
        assertSearchHits(search(query), ORIGINAL, NEAR);
    }

    public void testLeftOut() {
        BoolQueryBuilder query = QueryBuilders.boolQuery().mustNot(near(text(ORIGINAL)));
        assertSearchHits(search(query), RELATED, OTHER, EMPTY);
    }

    public void testOneOfTwoTexts() {
        BoolQueryBuilder query =
                QueryBuilders.boolQuery()
                        .should(near(text(ORIGINAL)))
                        .should(near(text(OTHER)));
        assertSearchHits(search(query), ORIGINAL, COPY, NEAR, OTHER);
        assertHitCount(search(query.minimumShouldMatch(2)), 0);
    }

    public void testBestHitsOnly() {
        String original = text(ORIGINAL);
        texts.clear();
        for (int i = 0; i < 30; i++) {
            texts.put("near" + i, Texts.near(original));
        }
        indexArticles(INDEX);
        assertSearchHits(
                search(near(FIELD, exact(), original)).setSize(2).setTrackTotalHits(false),
                ORIGINAL, COPY);
    }

    public void testUpdatedDocumentIsFoundByItsNewText() {
        String updated = Texts.random();
        client().prepareUpdate(INDEX, COPY)
                .setDoc("body", updated)
                .setRefreshPolicy(IMMEDIATE)
                .get();
        assertSearchHits(search(near(text(ORIGINAL))), ORIGINAL, NEAR);
        assertSearchHits(search(near(updated)), COPY);
    }

    public void testDeletedDocumentsTakeNoPlace() {
        client().prepareDelete(INDEX, ORIGINAL).setRefreshPolicy(IMMEDIATE).get();
        assertOrderedSearchHits(search(near(text(ORIGINAL))).setSize(2), COPY, NEAR);
        client().prepareDelete(INDEX, COPY).setRefreshPolicy(IMMEDIATE).get();
        assertOrderedSearchHits(search(near(text(ORIGINAL))).setSize(2), NEAR);
    }

    /** Indexes texts that are near nothing, in segments of their own. */
    private void indexOthers(int count) {
        BulkRequestBuilder bulk = client().prepareBulk(INDEX).setRefreshPolicy(IMMEDIATE);
        for (int i = 0; i < count; i++) {
            bulk.add(
                    client().prepareIndex(INDEX)
                            .setSource("body", Texts.random(10), "rank", 100, "group", "even"));
        }
        bulk.get();
    }
}
