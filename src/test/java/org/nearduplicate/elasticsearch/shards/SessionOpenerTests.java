package org.nearduplicate.elasticsearch.shards;

import static org.elasticsearch.index.query.QueryBuilders.existsQuery;
import static org.elasticsearch.index.query.QueryBuilders.matchAllQuery;
import static org.elasticsearch.index.query.QueryBuilders.rangeQuery;
import static org.elasticsearch.index.query.QueryBuilders.termQuery;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.junit.Before;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.shards.ShardHandle.ShardDescription;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Verify;

/** A session sees of its shard what a search would: queried, filtered, live, and no nested documents. */
public class SessionOpenerTests extends SessionNodeTestCase {

    private static final int DOCUMENTS = 10;

    private static final String WITH_NESTED =
            """
                    {"properties": {
                      "body": {"type": "minhash"},
                      "rank": {"type": "integer"},
                      "tag": {"type": "keyword"},
                      "parts": {"type": "nested", "properties": {
                        "rank": {"type": "integer"}, "body": {"type": "minhash"}
                      }}
                    }}""";

    /** Documents 0 to 9, of rank 0 to 9; the odd ones have no text. */
    @Before
    public void createAndFill() {
        create(INDEX, 1, randomBoolean() ? MAPPING : WITH_NESTED);
        fill();
    }

    private void fill() {
        Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            documents.put(
                    "" + i,
                    Map.of(
                            "body", i % 2 == 0 ? Texts.random() : "",
                            "rank", i,
                            "tag", i < 3 ? "a" : "b",
                            "parts", List.of(Map.of("rank", 0), Map.of("rank", i))));
        }
        index(INDEX, documents);
    }

    private void recreate(String mapping) {
        indicesAdmin().prepareDelete(INDEX).get();
        create(INDEX, 1, mapping);
        fill();
    }

    public void testAll() throws IOException {
        try (OpenedSessions.Opened session =
                opener().open(OpenedSessions.matching(matchAllQuery()))) {
            ShardDescription description = session.description();
            assertThat(description.documents(), equalTo(new ShardDocuments(10, 5, 0)));
            assertThat(description.field().scheme().banding().bands(), equalTo(12));
            assertThat(description.field().scheme().banding().rows(), equalTo(6));
            assertThat(description.field().scheme().hashCount(), equalTo(192));
            assertThat(description.field().similarity(), equalTo(0.8));
            assertThat(description.keepValues(), nullValue());
            assertThat(session.session().jobNode(), equalTo(OpenedSessions.JOB_NODE));
            assertThat(session.session().shardId().getIndex(), equalTo(resolveIndex(INDEX)));
        }
    }

    public void testQuery() throws IOException {
        assertDocuments(3, 1, OpenedSessions.matching(rangeQuery("rank").gte(6).lt(9)));
        assertDocuments(0, 0, OpenedSessions.matching(termQuery("tag", "none")));
        assertDocuments(5, 0, OpenedSessions.matching(existsQuery("body")));
    }

    public void testAliasFilter() throws IOException {
        AliasFilter filter = AliasFilter.of(termQuery("tag", "a"), "alias");
        ShardView view = OpenedSessions.matching(rangeQuery("rank").gte(1));
        try (OpenedSessions.Opened session =
                opener().open(view, filter, OpenedSessions.task())) {
            assertThat(session.description().documents(), equalTo(new ShardDocuments(2, 1, 0)));
        }
    }

    /** What happens after the session was opened does not touch it. */
    public void testViewIsKept() throws IOException {
        client().prepareDelete(INDEX, "0").get();
        refresh(INDEX);
        try (OpenedSessions.Opened session =
                opener().open(OpenedSessions.matching(matchAllQuery()))) {
            client().prepareDelete(INDEX, "2").get();
            indexUnseen(INDEX, "new", "body", Texts.random());
            refresh(INDEX);
            assertThat(session.description().documents(), equalTo(new ShardDocuments(9, 5, 0)));
            int terms = 4 * 12;
            assertThat(
                    leftOut(session),
                    equalTo((long) terms));
        }
        assertDocuments(9, 5, OpenedSessions.matching(matchAllQuery()));
    }

    public void testNestedDocumentsAreNoDocuments() throws IOException {
        recreate(WITH_NESTED);
        assertDocuments(10, 5, OpenedSessions.matching(matchAllQuery()));
        assertDocuments(10, 5, OpenedSessions.matching(rangeQuery("rank").gte(0)));
        assertDocuments(0, 0, OpenedSessions.matching(rangeQuery("parts.rank").gte(0)));
    }

    /** What is indexed has the name of the field, not the one that the user has for it. */
    public void testOtherNamesOfFields() throws IOException {
        recreate(MAPPING);
        indicesAdmin().preparePutMapping(INDEX)
                .setSource("also", "type=alias,path=body", "order", "type=alias,path=rank")
                .get();
        ShardView view = new ShardView(
                "also", false, Verify.SIGNATURE, IgnoredTexts.NONE, existsQuery("also"), "order",
                false,
                PeerOptions.NONE, 1);
        try (OpenedSessions.Opened session = opener().open(view)) {
            assertThat(session.description().documents(), equalTo(new ShardDocuments(5, 0, 0)));
            assertThat(
                    leftOut(session),
                    equalTo(5L * 12));
            assertThat(session.names(2).getFirst().keepKey(), notNullValue());
        }
    }

    /** A bit for each document, unless all take part, beside what Elasticsearch charges. */
    public void testMemoryOfASession() throws Exception {
        recreate(MAPPING);
        long all = memoryOfASession(OpenedSessions.matching(matchAllQuery()));
        client().prepareDelete(INDEX, "0").get();
        refresh(INDEX);
        assertThat(
                memoryOfASession(OpenedSessions.matching(matchAllQuery())) - all,
                equalTo((long) Long.BYTES));
        Waits.awaitThat(() -> assertThat("closed", requestBreaker().getUsed(), equalTo(0L)));
    }

    /** Five shingles in a set, with five places each in a table; none reaches from one text into the next. */
    public void testMemoryOfWhatIsIgnored() throws Exception {
        recreate(MAPPING);
        long all = memoryOfASession(OpenedSessions.ignoring());
        ShardView view = OpenedSessions.ignoring("a b c d e", "f g h", "h");
        assertThat(memoryOfASession(view) - all, equalTo(5 * 4L * Long.BYTES));
        try (OpenedSessions.Opened session = opener().open(view)) {
            assertThat(session.description().ignored(), equalTo(5));
        }
        Waits.awaitThat(() -> assertThat("closed", requestBreaker().getUsed(), equalTo(0L)));
    }

    /** Others on the node charge the same breaker, for moments: so nothing may be charged before or after. */
    private long memoryOfASession(ShardView view) throws Exception {
        long[] used = new long[1];
        Waits.awaitThat(() -> {
            assertThat("charged before", requestBreaker().getUsed(), equalTo(0L));
            OpenedSessions.Opened session = opener().open(view);
            used[0] = requestBreaker().getUsed();
            session.close();
            assertThat("charged after", requestBreaker().getUsed(), equalTo(0L));
        });
        return used[0];
    }

    public void testTooMuchMemory() throws Exception {
        withRequestBytesLeft(
                0,
                () -> expectThrows(
                        CircuitBreakingException.class,
                        () -> opener().open(OpenedSessions.matching(termQuery("tag", "a")))));
    }

    public void testCancelled() {
        CancellableTask task = OpenedSessions.task();
        TaskCancelHelper.cancel(task, "by test");
        expectThrows(
                TaskCancelledException.class,
                () -> opener().open(
                        OpenedSessions.matching(termQuery("tag", "a")), AliasFilter.EMPTY, task));
    }

    public void testRefused() {
        assertRefused(
                OpenedSessions.matching(termQuery("rank", "high")),
                "failed to create query: For input string: \"high\"");
    }

    /** An index without the field is left out if that is wanted, and one where it is another is not. */
    public void testIndexWithoutTheField() throws Exception {
        recreate(MAPPING);
        assertThat(opener().open(ignoringUnmapped("missing")).session(), nullValue());
        Waits.awaitThat(() -> assertThat(requestBreaker().getUsed(), equalTo(0L)));
        assertRefused(
                ignoringUnmapped("tag"),
                "[field] must be a field of type [minhash], got [tag] of type [keyword]");
        assertDocuments(10, 5, ignoringUnmapped(FIELD));
    }

    /** Returns how many terms only one document has. */
    private static long leftOut(OpenedSessions.Opened session) throws IOException {
        return session.session().reader()
                .scan(
                        ScanPosition.START,
                        new ScanOptions(2, 6, 1_000, 1_000, Long.MAX_VALUE), JobMonitor.NONE)
                .leftOut();
    }

    private static ShardView ignoringUnmapped(String field) {
        return new ShardView(field, true, Verify.SIGNATURE, IgnoredTexts.NONE, matchAllQuery(),
                null, false,
                PeerOptions.NONE, 1);
    }

    private void assertRefused(ShardView view, String message) {
        QueryShardException refusal =
                expectThrows(QueryShardException.class, () -> opener().open(view));
        assertThat(refusal.getMessage(), equalTo(message));
    }

    private void assertDocuments(long documents, long withoutSignature, ShardView view)
            throws IOException {
        try (OpenedSessions.Opened session = opener().open(view)) {
            assertThat(
                    session.description().documents(),
                    equalTo(new ShardDocuments(documents, withoutSignature, 0)));
        }
    }
}
