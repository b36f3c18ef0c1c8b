package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertSearchHits;
import static org.hamcrest.Matchers.equalTo;
import static org.nearduplicate.elasticsearch.query.Queries.like;
import static org.nearduplicate.elasticsearch.query.Queries.near;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;

/** Indices that keep {@code _source} in other ways, or not at all. */
public class NearDuplicateSourceTests extends NearDuplicateSingleNodeTestCase {

    private static final String WITHOUT_SETS = MAPPING.replace(", \"exact\": true", "");

    public void testSyntheticSourceOfAFieldOfItsOwn() {
        create(
                INDEX,
                Settings.builder().put("index.mapping.source.mode", "synthetic").build(),
                "{\"properties\":{\"text\":{\"type\":\"minhash\"}}}");
        index(INDEX, "1", "text", List.of(text(ORIGINAL), "and more"));
        index(INDEX, "2", "text", List.of("and more", text(COPY)));
        assertResponse(
                search(QueryBuilders.idsQuery().addIds("1")),
                response -> assertThat(
                        response.getHits().getAt(0).getSourceAsMap(),
                        equalTo(Map.of("text", List.of(text(ORIGINAL), "and more")))));
        assertThat(
                scores(search(like("text", Queries.DEFAULT, INDEX, "1"))),
                equalTo(Map.of("2", 1f)));
    }

    public void testExactIsRefusedWhereTheTextsAreNotGivenBack() {
        boolean disabled = randomBoolean();
        String source = disabled
                ? "{\"enabled\":false}"
                : randomFrom("{\"excludes\":[\"bo*\"]}", "{\"includes\":[\"rank\"]}");
        create(
                INDEX, Settings.EMPTY,
                "{\"_source\":" + source + "," + WITHOUT_SETS.substring(1));
        indexArticles(INDEX);
        assertBadRequest(
                search(exact(ORIGINAL)),
                disabled
                        ? "[verify] [exact] needs the texts of [body.near] from [_source]"
                        : "[_source] does not give back what [body.near] was indexed from: it leaves");
    }

    /** The second of two sources is not in the mapping by which the first document was indexed. */
    public void testExactIsRefusedForADocumentThatWasIndexedFromOtherTexts() {
        create(
                INDEX, Settings.EMPTY,
                """
                        {"properties": {
                          "body": {"type": "text", "copy_to": "near"},
                          "near": {"type": "minhash"},
                          "title": {"type": "text"}
                        }}""");
        index(INDEX, "1", "body", text(ORIGINAL), "title", "this was not copied then");
        // A copy would be known by what is stored of it.
        String changed = text(ORIGINAL) + " again";
        assertSearchHits(search(near("near", Queries.exact(), changed)), "1");
        indicesAdmin().preparePutMapping(INDEX)
                .setSource("""
                        {"properties": {
                          "title": {"type": "text", "copy_to": "near"}
                        }}""", XContentType.JSON)
                .get();
        assertBadRequest(
                search(near("near", Queries.exact(), changed)),
                "document [1]: [_source] does not give back what [near] was indexed from");
        for (boolean explain : new boolean[] {false, true}) {
            SearchRequestBuilder copy = search(near("near", Queries.exact(), text(ORIGINAL)));
            assertSearchHits(copy.setExplain(explain), "1");
        }
    }

    private NearDuplicateQueryBuilder exact(String document) {
        return near("body.near", Queries.exact(), text(document));
    }
}
