package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;
import static org.nearduplicate.elasticsearch.ingest.LookedUp.FIELD;
import static org.nearduplicate.elasticsearch.ingest.LookedUp.NEWS;
import static org.nearduplicate.elasticsearch.ingest.LookedUp.OLD;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest.OpType;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.delete.DeleteResponse;
import org.elasticsearch.action.index.IndexResponse;
import org.elasticsearch.action.update.UpdateResponse;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.seqno.SequenceNumbers;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.junit.After;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.recent.Place;
import org.nearduplicate.recent.RecentDocuments;
import org.nearduplicate.recent.RecentLimit;

/** What the answers of bulk requests tell of recent documents. */
public class WrittenDocumentsTests extends ESTestCase {

    private static final String TEXT = "one text of words that all documents of these tests have";
    private static final Place PLACE = new Place(NEWS.getUUID(), FIELD);
    private static final ByteSizeValue LIMIT = ByteSizeValue.ofMb(1);

    private final DeterministicTaskQueue tasks = new DeterministicTaskQueue();
    private final ThreadPool threadPool = tasks.getThreadPool();
    private final ThreadContext context = new ThreadContext(Settings.EMPTY);
    private final RefreshClient client = new RefreshClient(threadPool);
    private final CircuitBreaker breaker = newLimitedBreaker(LIMIT);
    private final RecentDocuments recent =
            new RecentDocuments(new RecentLimit(100, Long.MAX_VALUE),
                    new BreakerAccount(breaker, "test")::charge);
    private final Judge judge = new Judge(recent);
    private final WrittenDocuments written = new WrittenDocuments(
            recent, judge,
            new RefreshWatch(
                    client, threadPool,
                    (shard, upTo) -> {
                        recent.visible(shard.getIndex().getUUID(), shard.id(), upTo, 0);
                        recent.forgetSeen(1);
                    },
                    shard -> judge.forgetIndex(shard.getIndex().getUUID())));
    private static final String OTHER = "another text that has no words of the first one at all";

    private final BulkTicket bulk = new BulkTicket();

    @After
    public void forgetAll() {
        judge.forgetIndex(NEWS.getUUID());
        judge.forgetIndex(OLD.getUUID());
        assertThat(breaker.getUsed(), equalTo(0L));
    }

    public void testWhatIsWrittenStaysUntilItIsSeen() {
        letIn("1");
        letIn("2");
        answered(indexed("1", 0, 5, true), indexed("2", 1, 8, true));
        assertTrue(bulk.documents().stream().allMatch(letIn -> letIn.document().isWritten()));
        assertThat(recent.size().count(), equalTo(2));
        assertAwaited(0, 5);
        assertAwaited(1, 8);
        client.pending.getFirst().answer();
        assertThat(recent.size().count(), equalTo(1));
        client.pending.getFirst().answer();
        assertThat(recent.size().count(), equalTo(0));
    }

    public void testOneQuestionForTheLastWriteOfAShard() {
        letIn("1");
        letIn("2");
        letIn("3");
        answered(indexed("1", 0, 5, true), indexed("2", 0, 7, true), indexed("3", 0, 6, true));
        assertThat(client.pending.size(), equalTo(1));
        assertAwaited(0, 7);
    }

    public void testARefusedDocumentIsForgotten() {
        letIn("1");
        letIn("2");
        answered(indexed("1", 0, 5, true), failed("2"));
        assertThat(recent.size().count(), equalTo(1));
        assertTrue(isSuperseded("1"));
        assertFalse(isSuperseded("2"));
    }

    /** As when the whole request fails, or a later processor drops a document or changes where it goes. */
    public void testADocumentOfWhichNothingIsHeardIsForgotten() {
        letIn("1");
        answered();
        assertThat(recent.size().count(), equalTo(0));
        assertThat(client.pending, equalTo(List.of()));
        letIn("2");
        answered(dropped());
        assertThat(recent.size().count(), equalTo(0));
    }

    public void testADocumentThatReplacesItself() {
        letIn("1");
        answered(indexed("1", 0, 5, false));
        assertThat("once", recent.size().count(), equalTo(1));
    }

    public void testADeletedDocumentIsNotWhatASearchSees() {
        watch();
        answered(deleted("1", 0, 5));
        assertTrue(isSuperseded("1"));
        assertAwaited(0, 5);
        client.pending.getFirst().answer();
        assertFalse(isSuperseded("1"));
    }

    /** It came by another pipeline, or none. */
    public void testAReplacedDocumentIsNotWhatASearchSees() {
        watch();
        answered(indexed("1", 0, 5, false), indexed("2", 0, 6, true));
        assertTrue(isSuperseded("1"));
        assertFalse(isSuperseded("2"));
        assertAwaited(0, 5);
    }

    public void testADeletedDocumentThatWasRecent() {
        letIn("1");
        answered(indexed("1", 0, 5, true));
        written.answered(new BulkTicket(), new BulkItemResponse[] {deleted("1", 0, 6)});
        assertThat(recent.size().count(), equalTo(1));
        assertTrue("the search does not see that it is gone", isSuperseded("1"));
        assertThat("it is not found", found(), equalTo(List.of()));
    }

    public void testADocumentThatIsLetInAndDeletedByOneRequest() {
        letIn("1");
        answered(indexed("1", 0, 5, true), deleted("1", 0, 6));
        assertThat(found(), equalTo(List.of()));
        assertTrue(isSuperseded("1"));
    }

    public void testADocumentThatIsRefusedAndDeletedByOneRequest() {
        letIn("1");
        answered(failed("1"), deleted("1", 0, 6));
        assertThat(found(), equalTo(List.of()));
        assertTrue(isSuperseded("1"));
    }

    public void testIndicesThatNothingIsComparedWith() {
        answered(deleted("1", 0, 5), indexed("2", 0, 6, false));
        assertThat(recent.size().count(), equalTo(0));
        assertThat(client.pending, equalTo(List.of()));
    }

    /** Most bulk requests of a node may be for others, and are not to pay for those that are compared with. */
    public void testIndicesThatNothingIsComparedWithCostNothing() {
        watch();
        Index other = new Index("other", "uuid of other");
        answered(item(new IndexResponse(new ShardId(other, 0), "1", 5, 1, 1, false) {

            @Override
            public String getId() {
                throw new AssertionError("only the index matters");
            }
        }));
        assertThat(client.pending, equalTo(List.of()));
    }

    public void testTheSameIdentifierInAnotherIndex() {
        letIn("1");
        answered(item(new IndexResponse(new ShardId(OLD, 0), "1", 5, 1, 1, true)));
        assertThat("that of news was not written", recent.size().count(), equalTo(0));
    }

    public void testTwoProcessorsWithAFieldEach() {
        letIn("1");
        decide("1", bulk, new Target("news,old", "title.near", null));
        answered(indexed("1", 0, 5, true));
        assertThat(found(), equalTo(List.of("1")));
    }

    public void testTwoProcessorsWithTheSameField() {
        letIn("1");
        letIn("1");
        answered(indexed("1", 0, 5, true));
        assertThat(found(), equalTo(List.of("1")));
    }

    public void testTheSameTwiceOfWhichTheSecondIsRefused() {
        letIn("1");
        decide("1", bulk, LookedUp.TARGET, OTHER);
        answered(indexed("1", 0, 5, true), failed("1"));
        assertThat(found(), equalTo(List.of("1")));
    }

    public void testTheSameTwiceOfWhichTheFirstIsRefused() {
        letIn("1");
        decide("1", bulk, LookedUp.TARGET, OTHER);
        answered(failed("1"), indexed("1", 0, 5, true));
        assertThat(found(), equalTo(List.of()));
        assertTrue(isSuperseded("1"));
    }

    /** Which text is there now is not known. */
    public void testTheSameTwiceAndOnceByAnotherWay() {
        letIn("1");
        decide("1", bulk, LookedUp.TARGET, OTHER);
        answered(indexed("1", 0, 5, true), indexed("1", 0, 6, false), indexed("1", 0, 7, false));
        assertThat(found(), equalTo(List.of()));
        assertTrue(isSuperseded("1"));
    }

    /** A pipeline sees what an update would insert, but a script made something else of what was there. */
    public void testAnUpdateThatInsertsNothing() {
        bulk.mayChange("1");
        letIn("1");
        answered(updated("1", 5, DocWriteResponse.Result.UPDATED));
        assertThat(found(), equalTo(List.of()));
        assertTrue(isSuperseded("1"));
        assertAwaited(0, 5);
    }

    public void testAnUpdateThatInserts() {
        bulk.mayChange("1");
        letIn("1");
        answered(updated("1", 5, DocWriteResponse.Result.CREATED));
        assertThat(found(), equalTo(List.of("1")));
    }

    /** What is merged into the document is what the pipeline saw. */
    public void testAnUpdateThatMerges() {
        letIn("1");
        answered(updated("1", 5, DocWriteResponse.Result.UPDATED));
        assertThat(found(), equalTo(List.of("1")));
        assertTrue(isSuperseded("1"));
    }

    /** What was written after it is known. */
    public void testAnUpdateBeforeTheLastWrite() {
        bulk.mayChange("1");
        decide("1", bulk, LookedUp.TARGET, OTHER);
        letIn("1");
        answered(updated("1", 5, DocWriteResponse.Result.UPDATED), indexed("1", 0, 6, false));
        assertThat(found(), equalTo(List.of("1")));
    }

    /** It tells a sequence number, that of the document as it is. */
    public void testAnUpdateThatChangesNothing() {
        letIn("1");
        answered(indexed("1", 0, 5, true));
        BulkTicket another = new BulkTicket();
        decide("1", another, LookedUp.TARGET, OTHER);
        written.answered(
                another,
                new BulkItemResponse[] {updated("1", 5, DocWriteResponse.Result.NOOP)});
        assertThat(found(), equalTo(List.of("1")));
        assertThat(recent.size().count(), equalTo(1));
    }

    public void testAnUpdateThatChangesNothingAfterAWrite() {
        letIn("1");
        decide("1", bulk, LookedUp.TARGET, OTHER);
        answered(indexed("1", 0, 5, true), updated("1", 5, DocWriteResponse.Result.NOOP));
        assertThat(found(), equalTo(List.of("1")));
    }

    /** What it would have replaced is there still. */
    public void testARefusedReplacement() {
        letIn("1");
        answered(indexed("1", 0, 5, true));
        BulkTicket another = new BulkTicket();
        decide("1", another, LookedUp.TARGET, OTHER);
        assertThat(found(), equalTo(List.of()));
        written.answered(another, new BulkItemResponse[] {failed("1")});
        assertThat(found(), equalTo(List.of("1")));
    }

    public void testNoMemory() {
        watch();
        long free = LIMIT.getBytes() - breaker.getUsed();
        breaker.addWithoutBreaking(free);
        answered(deleted("1", 0, 5));
        breaker.addWithoutBreaking(-free);
        assertFalse(isSuperseded("1"));
        assertThat(recent.size().evictedUnseen(), equalTo(1L));
    }

    private void answered(BulkItemResponse... items) {
        written.answered(bulk, items);
    }

    /** Compares a document that is not let in. */
    private void watch() {
        decide(null, null);
    }

    private boolean isSuperseded(String id) {
        return recent.isSuperseded(PLACE, id, 0, document -> true);
    }

    private void letIn(String id) {
        decide(id, bulk);
    }

    private List<String> found() {
        return decide("new", null).matches().stream().map(Match::id).toList();
    }

    private Verdict decide(String id, BulkTicket ticket) {
        return decide(id, ticket, LookedUp.TARGET);
    }

    private Verdict decide(String id, BulkTicket ticket, Target target) {
        return decide(id, ticket, target, TEXT);
    }

    private Verdict decide(String id, BulkTicket ticket, Target target, String text) {
        Question question = LookedUp.question(
                text, "news", id, OnMatch.TAG, ticket, "me", context, ActionListener.noop());
        Batch batch = new Batch(new Gate(target), 0, List.of(question));
        batch.answer(
                LookedUp.nothing(true, List.of(question.text()), NEWS, OLD), null);
        return judge.decide(batch, 0);
    }

    private void assertAwaited(int shard, long upTo) {
        assertTrue(
                client.pending.stream().anyMatch(
                        asked -> asked.request.shardId().equals(new ShardId(NEWS, shard))
                                && asked.request.sequenceNumber() == upTo));
    }

    private static BulkItemResponse indexed(String id, int shard, long number, boolean created) {
        return item(new IndexResponse(new ShardId(NEWS, shard), id, number, 1, 1, created));
    }

    private static BulkItemResponse deleted(String id, int shard, long number) {
        return item(new DeleteResponse(new ShardId(NEWS, shard), id, number, 1, 2, true));
    }

    private static BulkItemResponse updated(
            String id, long number, DocWriteResponse.Result result) {
        return BulkItemResponse.success(
                0, OpType.UPDATE,
                new UpdateResponse(new ShardId(NEWS, 0), id, number, 1, 2, result));
    }

    private static BulkItemResponse dropped() {
        return item(
                new UpdateResponse(
                        new ShardId(new Index("news", "_na_"), 0), "auto-generated",
                        SequenceNumbers.UNASSIGNED_SEQ_NO, 0, 0, DocWriteResponse.Result.NOOP));
    }

    private static BulkItemResponse failed(String id) {
        return BulkItemResponse.failure(
                0, OpType.INDEX,
                new BulkItemResponse.Failure("news", id, new IllegalStateException("by test")));
    }

    private static BulkItemResponse item(DocWriteResponse response) {
        return BulkItemResponse.success(0, OpType.INDEX, response);
    }
}
