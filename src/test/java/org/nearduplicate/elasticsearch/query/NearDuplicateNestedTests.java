package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoSearchHits;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertSearchHits;
import static org.hamcrest.Matchers.equalTo;
import static org.nearduplicate.elasticsearch.query.Queries.near;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.join.ScoreMode;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.InnerHitBuilder;
import org.elasticsearch.index.query.NestedQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;

/** Each nested document is found on its own, and its root document is the hit. */
public class NearDuplicateNestedTests extends NearDuplicateSingleNodeTestCase {

    @Before
    public void create() {
        create(
                INDEX,
                Settings.EMPTY,
                """
                        {"properties": {
                          "title": {"type": "minhash"},
                          "parts": {"type": "nested", "properties": {
                            "text": {"type": "minhash"},
                            "language": {"type": "keyword"}
                          }}
                        }}""");
        indexParts("1", List.of(part(OTHER, "sv"), part(ORIGINAL, "en"), part(NEAR, "sv")));
        indexParts("2", List.of(part(OTHER, "en"), part(EMPTY, "en")));
        indexParts("3", List.of(part(COPY, "sv")));
    }

    public void testRootOfANestedDocument() {
        assertSearchHits(search(nested(nearPart(ORIGINAL))), "1", "3");
        assertSearchHits(search(nested(nearPart(OTHER))), "1", "2");
    }

    public void testPartsOfOneDocumentAreNotOneText() {
        String both = text(ORIGINAL) + " " + text(OTHER);
        assertNoSearchHits(search(nested(near("parts.text", Queries.DEFAULT, both))));
    }

    public void testOutsideOfTheNestedQueryNothingIsFound() {
        assertNoSearchHits(search(nearPart(ORIGINAL)));
    }

    public void testConditionsMeetInOneNestedDocument() {
        assertSearchHits(search(nested(withLanguage(ORIGINAL, "sv"))), "1", "3");
        assertSearchHits(search(nested(withLanguage(ORIGINAL, "en"))), "1");
        assertSearchHits(search(nested(withLanguage(OTHER, "en"))), "2");
    }

    public void testInnerHitsAreTheNestedDocuments() {
        assertResponse(
                search(nested(nearPart(ORIGINAL)).innerHit(new InnerHitBuilder("found"))),
                response -> {
                    assertThat(
                            parts(response.getHits(), "1"),
                            equalTo(List.of(1, 2)));
                    assertThat(parts(response.getHits(), "3"), equalTo(List.of(0)));
                });
    }

    public void testRootAndNestedFieldAreTwo() {
        index(INDEX, "4", "title", text(ORIGINAL));
        assertSearchHits(search(near("title", Queries.DEFAULT, text(COPY))), "4");
        assertSearchHits(search(nested(nearPart(ORIGINAL))), "1", "3");
    }

    public void testScoreModes() {
        assertThat(
                scores(search(nested(nearPart(ORIGINAL), ScoreMode.Max))),
                equalTo(Map.of("1", 1f, "3", 1f)));
        float sum = scores(search(nested(nearPart(ORIGINAL), ScoreMode.Total))).get("1");
        assertTrue("1 and that of the near copy: " + sum, sum > 1.7f && sum <= 2);
    }

    private static List<Integer> parts(SearchHits hits, String id) {
        for (SearchHit hit : hits) {
            if (hit.getId().equals(id)) {
                return Arrays.stream(hit.getInnerHits().get("found").getHits())
                        .map(inner -> inner.getNestedIdentity().getOffset())
                        .toList();
            }
        }
        throw new AssertionError("no hit [" + id + "]");
    }

    private QueryBuilder withLanguage(String document, String language) {
        return QueryBuilders.boolQuery()
                .must(nearPart(document))
                .filter(QueryBuilders.termQuery("parts.language", language));
    }

    private NearDuplicateQueryBuilder nearPart(String document) {
        return near("parts.text", Queries.DEFAULT, text(document));
    }

    private static NestedQueryBuilder nested(QueryBuilder query) {
        return nested(query, ScoreMode.Max);
    }

    private static NestedQueryBuilder nested(QueryBuilder query, ScoreMode scores) {
        return QueryBuilders.nestedQuery("parts", query, scores);
    }

    private Map<String, Object> part(String document, String language) {
        return Map.of("text", text(document), "language", language);
    }

    private void indexParts(String id, List<Map<String, Object>> parts) {
        index(INDEX, id, "parts", parts);
    }
}
