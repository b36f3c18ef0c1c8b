package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.action.support.WriteRequest.RefreshPolicy.IMMEDIATE;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoSearchHits;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertSearchHits;
import static org.hamcrest.Matchers.equalTo;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;
import static org.nearduplicate.elasticsearch.query.Queries.ignoreUnmapped;
import static org.nearduplicate.elasticsearch.query.Queries.like;

import java.util.List;
import java.util.Map;
import org.apache.lucene.search.join.ScoreMode;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.junit.Before;
import org.nearduplicate.elasticsearch.AdminRequests;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.request.DocumentReference;

/** A query for documents like one that is stored. */
public class NearDuplicateStoredDocumentTests extends NearDuplicateSingleNodeTestCase {

    @Before
    public void create() {
        createArticles();
    }

    public void testDocumentOfAnotherIndex() {
        create("other", Settings.EMPTY, MAPPING);
        index("other", ORIGINAL, "body", text(ORIGINAL));
        assertSearchHits(search(like("other", ORIGINAL)), ORIGINAL, COPY, NEAR);
        assertSearchHits(
                client().prepareSearch(INDEX, "other").setQuery(like(INDEX, ORIGINAL)),
                COPY, NEAR, ORIGINAL);
    }

    public void testDocumentThatTheAliasHides() {
        addAlias("odd", QueryBuilders.termQuery("group", "odd"));
        assertSearchHits(search(like("odd", COPY)), ORIGINAL, NEAR);
        assertMissing(like("odd", ORIGINAL), "odd", ORIGINAL);
    }

    public void testDocumentOfTheOneIndexThatIsSearched() {
        QueryBuilder like = like(null, ORIGINAL);
        assertSearchHits(search(like), COPY, NEAR);
        assertSearchHits(
                client().prepareSearch(INDEX + "*")
                        .setQuery(QueryBuilders.boolQuery().filter(like)),
                COPY, NEAR);
        assertMissing(like(null, "nobody"), INDEX, "nobody");
        assertBadRequest(client().prepareSearch("none-*").setQuery(like), "got [0] indices");
        create("too", Settings.EMPTY, MAPPING);
        for (String[] two : new String[][] {{INDEX, "too"}, {"*"}}) {
            assertBadRequest(
                    client().prepareSearch(two).setQuery(like),
                    "[like] needs [_index], which can be left out where one index is searched, got"
                            + " [2] indices");
        }
        addAlias("odd", QueryBuilders.termQuery("group", "odd"));
        assertBadRequest(
                client().prepareSearch("odd").setQuery(like),
                "[like] must be one stored document, got [_index] [odd] and [_id] [original],"
                        + " which is missing");
        assertTrue(
                client().prepareExplain(INDEX, COPY).setQuery(like(null, ORIGINAL)).get()
                        .isMatch());
        assertTrue(
                indicesAdmin().prepareValidateQuery(INDEX).setQuery(like).get().isValid());
        assertResponse(
                client().prepareMultiSearch().add(search(like)),
                response -> assertHitCount(response.getResponses()[0].getResponse(), 2));
    }

    public void testRouting() {
        create("routed", indexSettings(5, 0).build(),
                "{\"_routing\":{\"required\":true}," + MAPPING.substring(1));
        client().prepareIndex("routed")
                .setId("1")
                .setRouting("x")
                .setSource("body", text(ORIGINAL))
                .setRefreshPolicy(IMMEDIATE)
                .get();
        Like.Document document = new Like.Document(new DocumentReference("routed", "1", "x"));
        NearDuplicateQueryBuilder query =
                new NearDuplicateQueryBuilder(FIELD, document, Queries.DEFAULT);
        assertSearchHits(search(query), ORIGINAL, COPY, NEAR);
        assertNoSearchHits(client().prepareSearch("routed").setQuery(query));
    }

    public void testTextThatWasCopied() {
        create(
                "copied",
                Settings.EMPTY,
                """
                        {"properties": {
                          "title": {"type": "text", "copy_to": "all"},
                          "body": {"type": "text", "copy_to": "all"},
                          "all": {"type": "minhash"}
                        }}""");
        index("copied", "1", "title", text(ORIGINAL), "body", text(OTHER));
        index("copied", "2", "title", text(OTHER), "body", text(ORIGINAL));
        Map<String, Float> scores =
                scores(
                        client().prepareSearch("copied")
                                .setQuery(like("all", Queries.DEFAULT, "copied", "1")));
        assertThat(scores, equalTo(Map.of("2", 1f)));
    }

    public void testFieldAlias() {
        create(
                "aliased",
                Settings.EMPTY,
                """
                        {"properties": {
                          "body": {"type": "minhash"},
                          "text": {"type": "alias", "path": "body"}
                        }}""");
        index("aliased", "1", "body", text(ORIGINAL));
        index("aliased", "2", "body", text(NEAR));
        assertSearchHits(
                client().prepareSearch("aliased")
                        .setQuery(like("text", Queries.DEFAULT, "aliased", "1")),
                "2");
    }

    private void addAlias(String alias, QueryBuilder filter) {
        AdminRequests.addAlias(indicesAdmin(), INDEX, alias, filter);
    }

    private void assertMissing(QueryBuilder query, String index, String id) {
        assertBadRequest(
                search(query),
                "[like] must be one stored document, got [_index] [" + index + "] and [_id] [" + id
                        + "], which is missing; one that was just indexed is seen after a refresh");
    }

    public void testFieldWithoutAMapping() {
        assertBadRequest(
                search(like("typo", Queries.DEFAULT, INDEX, ORIGINAL)),
                "[field] must be a field of type [minhash], got [typo] without a mapping");
        assertNoSearchHits(search(like("typo", ignoreUnmapped(), INDEX, ORIGINAL)));
    }

    public void testPatternOfFields() {
        assertBadRequest(
                search(like("body.*", Queries.DEFAULT, INDEX, ORIGINAL)),
                "[like] needs the text of [body.*]");
    }

    public void testTextInNestedDocuments() {
        create(
                "nested",
                Settings.EMPTY,
                """
                        {"properties": {
                          "parts": {"type": "nested", "properties": {"text": {"type": "minhash"}}}
                        }}""");
        index("nested", "1", "parts", List.of(Map.of("text", text(ORIGINAL))));
        assertBadRequest(
                search(
                        QueryBuilders.nestedQuery(
                                "parts",
                                like("parts.text", Queries.DEFAULT, "nested", "1"),
                                ScoreMode.Max)),
                "[like] needs the text of [parts.text]");
    }

    public void testFilterOfAnAlias() {
        for (String index : new String[] {INDEX, null}) {
            assertBadRequest(
                    () -> addAlias("family", like(index, ORIGINAL)),
                    "[like] must be a text here, got a stored document");
        }
    }
}
