package org.nearduplicate.elasticsearch.chain;

import static org.elasticsearch.action.support.WriteRequest.RefreshPolicy.IMMEDIATE;
import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.junit.Before;
import org.nearduplicate.elasticsearch.AdminRequests;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.Verify;

/** Which documents take part in a chain: by name, routing, alias and query. */
public class ChainDocumentsTests extends ChainSingleNodeTestCase {

    private List<String> planted;

    @Before
    public void plantChain() {
        planted = plantedTexts();
        createSure(INDEX, 2);
        plant(INDEX, planted);
    }

    public void testMissingEnds() {
        assertRefused(
                end("nobody"), end("b"), null,
                "[start] must be one stored document, got [_index] [articles] and [_id] [nobody],"
                        + " which is missing; one that was just indexed is seen after a refresh");
        assertRefused(
                end("b"), end("nobody"), null,
                "[end] must be one stored document, got [_index] [articles] and [_id] [nobody],"
                        + " which is missing; one that was just indexed is seen after a refresh");
        assertRefused(
                new DocumentReference("other", "a", null), end("b"), null,
                "[start] must be one stored document, got [_index] [other] and [_id] [a]");
    }

    public void testTheSameDocumentByTwoNames() {
        assertRefused(
                end("a"), new DocumentReference(INDEX, "a", null), null,
                "[start] and [end] must be two documents, got [_id] [a] twice");
    }

    public void testSeveralIndices() {
        createSure("second", 1);
        index("second", "a", "body", planted.get(2));
        index("second", "z", "body", planted.get(LINKS));
        DocumentReference from = new DocumentReference(INDEX, "a", null);
        DocumentReference to = new DocumentReference(INDEX, "d", null);
        Document a = new Document(INDEX, "a", null);
        Document b = new Document(INDEX, "b", null);
        Document other = new Document("second", "a", null);
        assertChain(
                chain(options(from, to, Verify.EXACT, 10, null), INDEX, "second"), a, b, other,
                new Document(INDEX, "d", null));
        to = new DocumentReference("second", "a", null);
        assertChain(
                chain(options(from, to, Verify.EXACT, 10, null), INDEX, "second"), a, b, other);
    }

    public void testOnlyDocumentsOfTheQueryTakePart() {
        DocumentReference a = end("a");
        DocumentReference c = end("c");
        QueryBuilder even = QueryBuilders.termQuery("group", "even");
        ChainResponse response = chain(options(a, c, Verify.EXACT, 10, even), INDEX).get();
        assertNone(response);
        assertThat(response.chain().visited(), equalTo(2));
        assertThat(
                response.directSimilarity(),
                equalTo((float) Texts.jaccard(planted.get(0), planted.get(2))));
        QueryBuilder some = QueryBuilders.idsQuery().addIds("a", "b", "c");
        assertThat(
                ids(chain(options(a, c, Verify.EXACT, 10, some), INDEX).get()),
                equalTo(names(0, 2)));
        assertThat(
                ids(chain(options(a, end("b"), Verify.EXACT, 1, some), INDEX).get()),
                equalTo(names(0, 1)));
        assertRefused(
                a, end("b"), even,
                "[end] must be one stored document, got [_index] [articles] and [_id] [b],"
                        + " which is missing or left out by [query]; one that was just indexed is seen"
                        + " after a refresh");
        QueryBuilder notA = QueryBuilders.boolQuery().mustNot(QueryBuilders.idsQuery().addIds("a"));
        assertRefused(a, end("b"), notA, "[start] must be one stored document");
    }

    public void testAliasHidesDocuments() {
        QueryBuilder notC =
                QueryBuilders.boolQuery().mustNot(QueryBuilders.idsQuery().addIds("c"));
        AdminRequests.addAlias(indicesAdmin(), INDEX, "all", null);
        AdminRequests.addAlias(indicesAdmin(), INDEX, "without-c", notC);
        AdminRequests.addAlias(
                indicesAdmin(), INDEX, "even", QueryBuilders.termQuery("group", "even"));
        assertThat(ids(exact("all", "a", "e")), equalTo(names(0, 4)));
        assertNone(exact("without-c", "a", "e"));
        assertBadRequest(
                chain(options("a", "b", Verify.EXACT, 10), "even"),
                "[end] must be one stored document, got [_index] [even] and [_id] [b]");
        DocumentReference byAlias = new DocumentReference("all", "a", null);
        assertThat(
                ids(chain(options(byAlias, end("c"), Verify.EXACT, 10, null), INDEX).get()),
                equalTo(names(0, 2)));
    }

    public void testDeletedDocumentBreaksTheChain() {
        client().prepareDelete(INDEX, "c").setRefreshPolicy(IMMEDIATE).get();
        assertNone(exact(INDEX, "a", "e"));
    }

    public void testRouting() {
        create("routed", indexSettings(5, 0).build(),
                "{\"_routing\":{\"required\":true}," + SURE_MAPPING.substring(1));
        for (int i = 0; i < 4; i++) {
            indexRouted(name(i), "r" + i, planted.get(i));
        }
        DocumentReference from = new DocumentReference(null, "a", "r0");
        assertChain(
                chain(options(from, end("d"), Verify.EXACT, 10, null), "routed"),
                new Document("routed", "a", "r0"), new Document("routed", "b", "r1"),
                new Document("routed", "c", "r2"), new Document("routed", "d", "r3"));
    }

    public void testOneIdOnTwoShards() {
        create("routed", indexSettings(5, 0).build(), SURE_MAPPING);
        String one = "r0";
        int shard = indexRouted("x", one, planted.get(0));
        String other =
                randomValueOtherThanMany(
                        routing -> indexRouted("probe", routing, "nothing") == shard,
                        () -> randomAlphaOfLength(3));
        indexRouted("x", other, planted.get(2));
        indexRouted("y", one, planted.get(1));
        assertBadRequest(
                chain(options("x", "y", Verify.EXACT, 10), "routed"), "which is more than one");
        DocumentReference from = new DocumentReference(null, "x", one);
        DocumentReference to = new DocumentReference(null, "x", other);
        assertChain(
                chain(options(from, to, Verify.EXACT, 10, null), "routed"),
                new Document("routed", "x", one), new Document("routed", "y", one),
                new Document("routed", "x", other));
    }

    /** On the last shard, so that a search which knows no better finds the others first. */
    public void testDocumentWithoutRoutingAmongOthersOfItsName() {
        create("routed", indexSettings(5, 0).build(), SURE_MAPPING);
        index("routed", "a", "body", planted.get(0));
        index("routed", "c", "body", planted.get(2));
        String id =
                randomValueOtherThanMany(
                        each -> indexRouted(each, null, "nothing that is near") != 4,
                        () -> randomAlphaOfLength(4));
        for (int i = 0; i < 20; i++) {
            indexRouted(id, "r" + i, "nothing that is near");
        }
        // Last, as it takes the place of one of them, on its own shard.
        indexRouted(id, null, planted.get(1));
        assertChain(
                chain(options("a", "c", Verify.EXACT, 10), "routed"),
                new Document("routed", "a", null), new Document("routed", id, null),
                new Document("routed", "c", null));
    }

    /** Returns the shard that took the document. */
    private int indexRouted(String id, String routing, String text) {
        return client().prepareIndex("routed")
                .setId(id)
                .setRouting(routing)
                .setSource("body", text)
                .setRefreshPolicy(IMMEDIATE)
                .get()
                .getShardId()
                .id();
    }

    private void assertRefused(DocumentReference from, DocumentReference to, QueryBuilder query,
            String reason) {
        assertBadRequest(chain(options(from, to, Verify.EXACT, 10, query), INDEX), reason);
    }

    private static void assertChain(ChainRequestBuilder request, Document... documents) {
        assertThat(request.get().chain().documents(), equalTo(List.of(documents)));
    }
}
