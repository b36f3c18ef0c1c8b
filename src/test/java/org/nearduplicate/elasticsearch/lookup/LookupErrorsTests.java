package org.nearduplicate.elasticsearch.lookup;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.nullValue;
import static org.nearduplicate.elasticsearch.query.Queries.FIELD;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.rest.RestStatus;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.lookup.Counterparts.Standing;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.shards.ShardQuestions.ShardAnswer;
import org.nearduplicate.lucene.Verify;

/** What lookups are refused with. */
public class LookupErrorsTests extends NearDuplicateSingleNodeTestCase {

    private static final String LIMIT = "index.near_duplicate.max_like_length";

    private static final String BREAKER_LIMIT = "indices.breaker.request.limit";

    @Before
    public void createIndex() {
        createArticles();
    }

    public void testAPatternWithoutIndices() {
        LookupResponse response = lookUp("none*", FIELD, null);
        assertThat(response.indices(), equalTo(List.of()));
        assertThat(response.texts().get(0).found(), equalTo(List.of()));
    }

    public void testAnIndexThatMayNotBeRead() {
        assertAcked(
                indicesAdmin().prepareUpdateSettings(INDEX)
                        .setSettings(Settings.builder().put("index.blocks.read", true)));
        Exception refusal = refused(INDEX, FIELD, null);
        assertAcked(
                indicesAdmin().prepareUpdateSettings(INDEX)
                        .setSettings(Settings.builder().put("index.blocks.read", false)));
        assertThat(refusal, instanceOf(ClusterBlockException.class));
        assertThat(ExceptionsHelper.status(refusal), equalTo(RestStatus.FORBIDDEN));
    }

    public void testOtherFields() {
        badRequest(
                INDEX, "rank",
                "[near_field] must be a field of type [minhash], got [rank] of type [integer]");
        badRequest(
                INDEX, "none",
                "[near_field] must be a field of type [minhash], got [none] without a mapping");
    }

    /** An index that lacks the field is left out, one that has another is not. */
    public void testAnotherFieldOfOneIndex() {
        create("numbers", Settings.EMPTY, "{\"properties\": {\"body\": {\"type\": \"text\", "
                + "\"fields\": {\"near\": {\"type\": \"keyword\"}}}}}");
        create("other", Settings.EMPTY, "{}");
        badRequest(
                "*", FIELD,
                "[near_field] must be a field of type [minhash], got [body.near] of type [keyword]");
        badRequest(
                "other", FIELD,
                "[near_field] must be a field of type [minhash], got [body.near] without a mapping");
        LookupResponse response = lookUp(INDEX + ",other", FIELD, null);
        assertThat(
                response.indices().stream().map(index -> index.metadata().getIndex().getName())
                        .toList(),
                equalTo(List.of(INDEX)));
    }

    public void testAFieldOfNestedDocuments() {
        create("books", Settings.EMPTY, "{\"properties\": {\"chapters\": {\"type\": \"nested\", "
                + "\"properties\": {\"near\": {\"type\": \"minhash\"}}}}}");
        badRequest(
                "books", "chapters.near",
                "must not be inside of nested documents, got [chapters.near] inside of [chapters]");
    }

    /** It is refused, and what else is looked up with it is not. */
    public void testATextThatIsTooLong() {
        int length = text(ORIGINAL).length();
        assertAcked(
                indicesAdmin().prepareUpdateSettings(INDEX)
                        .setSettings(Settings.builder().put(LIMIT, length)));
        assertThat(lookUp(INDEX, FIELD, null).texts().get(0).found().size(), equalTo(3));
        assertAcked(
                indicesAdmin().prepareUpdateSettings(INDEX)
                        .setSettings(Settings.builder().put(LIMIT, length - 1)));
        LookupResponse response = lookUp(INDEX, FIELD, null);
        assertThat(
                response.texts().get(0).refusal().getMessage(),
                equalTo(
                        "[field] must have at most [" + (length - 1)
                                + "] characters, which the index setting [" + LIMIT
                                + "] allows, got [" + length + "]"));
        assertThat(response.texts().get(0).found(), equalTo(List.of()));
    }

    /** Of an index without the field it does not matter. */
    public void testTheLimitOfEachIndex() {
        create("zz", Settings.builder().put(LIMIT, 10).build(), MAPPING);
        create("yy", Settings.builder().put(LIMIT, 10).build(), "{}");
        for (String where : List.of("zz", "zz," + INDEX, INDEX + ",zz")) {
            assertThat(
                    lookUp(where, FIELD, null).texts().get(0).refusal().getMessage(),
                    containsString("must have at most [10]"));
        }
        for (String where : List.of("yy," + INDEX, INDEX + ",yy")) {
            LookupResponse response = lookUp(where, FIELD, null);
            assertNull(response.texts().get(0).refusal());
            assertThat(response.texts().get(0).found().size(), equalTo(3));
        }
    }

    public void testNoSources() {
        create("bare", Settings.EMPTY, "{\"_source\": {\"enabled\": false}, \"properties\": {"
                + "\"body\": {\"type\": \"text\", \"fields\": {\"near\": {\"type\": \"minhash\"}}}}}");
        indexArticles("bare");
        LookupResponse response = lookUp("bare", FIELD, null);
        assertThat(response.indices().getFirst().sketched().verify(), equalTo(Verify.SIGNATURE));
        assertThat(response.texts().get(0).found().size(), equalTo(3));
        Exception refusal = refused("bare," + INDEX, FIELD, Verify.EXACT);
        assertThat(ExceptionsHelper.status(refusal), equalTo(RestStatus.BAD_REQUEST));
        assertThat(
                refusal.getMessage(),
                containsString("near duplicates could not be looked up in shard [[bare][0]]:"));
        assertThat(refusal.getMessage(), containsString("[verify] [exact] needs the texts of"));
    }

    /** It is held while it is compared, one after the other, and takes many times its length then. It is refused alone. */
    public void testADocumentThatThereIsNoMemoryFor() throws Exception {
        limitRequests("1mb");
        try {
            assertRefusals(
                    lookUp(INDEX, 60_000, 200_000, 60_000), null, RestStatus.TOO_MANY_REQUESTS,
                    null);
            indicesAdmin().prepareDelete(INDEX).get();
            Waits.untilNothingIsCharged(getInstanceFromNode(CircuitBreakerService.class));
        } finally {
            limitRequests(null);
        }
    }

    /** The other shard of the same index knows what the document is a near duplicate of, if it is one. */
    public void testATextForWhichOneShardHasNoMemory() {
        LookupText text = new LookupText(List.of("a"), null, null, 1, 10, null);
        LookupRun run = new LookupRun(
                new LookupParameters(
                        FIELD, null, IgnoredTexts.NONE, Counterparts.ALL, List.of(text, text)),
                null);
        Standing refused = Standing.refused("too large", RestStatus.TOO_MANY_REQUESTS);
        assertRefusals(
                run.response(
                        List.of(
                                answer(0, Standing.ALIKE, Standing.ALIKE),
                                answer(1, Standing.ALIKE, refused))),
                null, RestStatus.TOO_MANY_REQUESTS);
    }

    private static ShardAnswer<ShardLookup.Answer> answer(int shard, Standing... standings) {
        return new ShardAnswer<>(
                new ShardId(INDEX, "_na_", shard),
                new ShardLookup.Answer(
                        Verify.EXACT, Collections.nCopies(standings.length, List.of()),
                        List.of(standings)),
                null);
    }

    private static void assertRefusals(LookupResponse response, RestStatus... expected) {
        assertThat(
                response.texts().stream()
                        .map(LookupResponse.OfText::refusal)
                        .map(refusal -> refusal == null ? null : ExceptionsHelper.status(refusal))
                        .toList(),
                equalTo(Arrays.asList(expected)));
    }

    /** Only an index that takes it as one term refuses it, and of a lookup only that document. */
    public void testADocumentWithALongText() {
        create(
                "terms", Settings.EMPTY,
                MAPPING.replace(
                        "\"rank\"",
                        "\"other\": {\"type\": \"text\", \"analyzer\": \"keyword\"}, \"rank\""));
        for (String index : List.of(INDEX, "terms")) {
            for (Standing standing : lookUp(index, 60_000, 60_000).indices().getFirst()
                    .standings()) {
                assertThat(
                        standing.failure(),
                        index.equals(INDEX)
                                ? nullValue()
                                : containsString("at most 32766 in length; got 60000"));
            }
        }
    }

    private void limitRequests(String limit) {
        clusterAdmin().prepareUpdateSettings(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
                .setPersistentSettings(Settings.builder().put(BREAKER_LIMIT, limit))
                .get();
    }

    /** Looks up texts of documents that are parsed, as there is a filter, and have values of some lengths. */
    private LookupResponse lookUp(String index, int... lengths) {
        LookupText[] texts = IntStream.of(lengths)
                .mapToObj(
                        length -> new LookupText(
                                List.of(text(ORIGINAL)), null, null, 1, 10,
                                new BytesArray(
                                        "{\"other\": \"" + "a".repeat(length) + "\"}")))
                .toArray(LookupText[]::new);
        return client()
                .execute(
                        TransportLookupAction.TYPE,
                        Lookups.request(
                                index, FIELD, null,
                                new Counterparts(PeerOptions.NONE, new MatchAllQueryBuilder()),
                                texts))
                .actionGet();
    }

    private void badRequest(String where, String field, String reason) {
        Exception refusal = refused(where, field, null);
        assertThat(
                refusal.toString(), ExceptionsHelper.status(refusal),
                equalTo(RestStatus.BAD_REQUEST));
        assertThat(refusal.getMessage(), containsString(reason));
    }

    private Exception refused(String where, String field, Verify verify) {
        return expectThrows(Exception.class, () -> lookUp(where, field, verify));
    }

    private LookupResponse lookUp(String where, String field, Verify verify) {
        return client()
                .execute(
                        TransportLookupAction.TYPE,
                        Lookups.request(
                                where, field, verify,
                                new LookupText(List.of(text(ORIGINAL)), null, null, 1, 10, null)))
                .actionGet();
    }
}
