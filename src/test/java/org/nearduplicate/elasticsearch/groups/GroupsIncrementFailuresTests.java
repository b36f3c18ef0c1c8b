package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.instanceOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkShardRequest;
import org.elasticsearch.action.support.replication.TransportReplicationAction.ConcreteShardRequest;
import org.elasticsearch.cluster.metadata.IndexMetadata.APIBlock;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.transport.TransportRequest;
import org.junit.After;
import org.junit.Before;

/** Incremental runs that end early, or that are not alone: the groups before are seen until a run is completed. */
public class GroupsIncrementFailuresTests extends GroupsIncrementTestCase {

    private static final String SHARD = "indices:data/read/near_duplicate/shard";

    /** A node's own bulks go to its shards by this one. */
    private static final String BULK = "indices:data/write/bulk[s][p]";

    private final List<HeldMessage> messages = new ArrayList<>();

    @Before
    public void firstRun() {
        create(INDEX, between(1, 3), MAPPING);
        fill(60);
        assertNotPerformed("no run was completed before", run(INCREMENTAL, INDEX));
    }

    /** A test that failed leaves none to the next one. */
    @After
    public void letAllGo() {
        messages.forEach(HeldMessage::close);
    }

    public void testCancelledBeforeGroupsAreMarked() throws Exception {
        for (String message : List.of(
                "[changed]", "[find]", "[walk]", "[names]", "[sequence_numbers]")) {
            assertCancelled(holdShard(message));
        }
    }

    /** Marks count for nothing, whether they were written before their run was cancelled or would be afterwards. */
    public void testCancelledWhileGroupsAreMarked() throws Exception {
        assertCancelled(holdMarks());
        assertCancelled(holdAnswerToMarks());
    }

    private void assertCancelled(HeldMessage held) throws Exception {
        changeGroups();
        Map<String, Map<String, Object>> groups = visible();
        Map<String, Object> before = status();
        ActionFuture<GroupsResponse> run = start();
        held.await();
        cancel();
        assertThat(failure(run), instanceOf(TaskCancelledException.class));
        held.letGo();
        transport().clearAllRules();
        assertThat(status().get("status"), equalTo("cancelled"));
        assertEarlier(before, groups);
        assertNextIsRight();
    }

    /** The last bulk of a run that was cancelled may still be under way when the next one marks the same groups. */
    public void testMarksOfACancelledRunComeLate() throws Exception {
        changeGroups();
        HeldMessage late = holdMarks();
        ActionFuture<GroupsResponse> cancelled = start();
        late.await();
        cancel();
        assertThat(failure(cancelled), instanceOf(TaskCancelledException.class));
        HeldMessage held = holdMarks();
        ActionFuture<GroupsResponse> next = start();
        held.await();
        late.letGo();
        held.letGo();
        assertPerformed(asJson(next.actionGet(TEST_REQUEST_TIMEOUT)));
        assertSame("");
    }

    /** Somebody writes the groups that are about to be marked, and others: the run is right, and the next one groups all. */
    public void testGroupsThatAreWrittenMeanwhile() throws Exception {
        changeGroups();
        HeldMessage held = holdMarks();
        ActionFuture<GroupsResponse> run = start();
        held.await();
        visible().forEach(
                (id, group) -> prepareIndex(DEST).setId(id).setSource(group).get());
        held.letGo();
        assertPerformed(asJson(run.actionGet(TEST_REQUEST_TIMEOUT)));
        assertSame("");
        assertNotPerformed("the last run could not be continued", run(INCREMENTAL, INDEX));
        assertSame("");
    }

    /** A run that is completed stays that, though what it replaced is still there. */
    public void testCancelledWhileReplacedGroupsAreDeleted() throws Exception {
        changeGroups();
        HeldMessage held = holdBulk(DocWriteRequest.OpType.DELETE);
        ActionFuture<GroupsResponse> run = start();
        held.await();
        cancel();
        assertThat(failure(run), instanceOf(TaskCancelledException.class));
        assertThat(status().get("status"), equalTo("completed"));
        assertSame("");
        held.letGo();
        transport().clearAllRules();
        assertSame("");
        changeGroups();
        assertNextIsRight();
    }

    public void testDestinationThatCannotBeWritten() throws Exception {
        for (APIBlock block : List.of(APIBlock.WRITE, APIBlock.READ_ONLY)) {
            changeGroups();
            Map<String, Map<String, Object>> groups = visible();
            Map<String, Object> before = status();
            HeldMessage held = holdMarks();
            ActionFuture<GroupsResponse> run = start();
            held.await();
            setBlock(block, true);
            held.letGo();
            Throwable failure = failure(run);
            transport().clearAllRules();
            assertThat(ExceptionsHelper.status(failure), equalTo(RestStatus.FORBIDDEN));
            assertThat(
                    failure.getMessage(),
                    containsString("blocked by: [FORBIDDEN/" + block.getBlock().id() + "/"));
            assertEarlier(before, groups);
            nothingIsLeft();
            setBlock(block, false);
            assertNextIsRight();
        }
    }

    /** The next run begins anew, as the first one did. */
    public void testDestinationThatIsDeleted() throws Exception {
        assertDeleted(holdShard("[names]"));
        assertDeleted(holdMarks());
    }

    private void assertDeleted(HeldMessage held) throws Exception {
        changeGroups();
        ActionFuture<GroupsResponse> run = start();
        held.await();
        assertAcked(indicesAdmin().prepareDelete(DEST));
        held.letGo();
        Throwable failure = failure(run);
        transport().clearAllRules();
        assertThat(
                failure.toString(), ExceptionsHelper.status(failure),
                equalTo(RestStatus.NOT_FOUND));
        expectThrows(IndexNotFoundException.class, this::status);
        nothingIsLeft();
        assertNotPerformed("no run was completed before", run(INCREMENTAL, INDEX));
        assertNextIsRight();
    }

    /** Of two runs one is completed, or both of them one after the other; rarely none. */
    public void testTwoRunsAtOnce() {
        for (int round = 0; round < 5; round++) {
            changeGroups();
            Map<String, Map<String, Object>> groups = visible();
            int completed = completed(List.of(start(), start()));
            if (completed == 0) {
                assertThat(visible(), equalTo(groups));
            } else {
                assertSame("");
            }
            assertNextIsRight();
        }
    }

    private static int completed(List<ActionFuture<GroupsResponse>> runs) {
        int completed = 0;
        for (ActionFuture<GroupsResponse> run : runs) {
            try {
                assertPerformed(asJson(run.actionGet(TEST_REQUEST_TIMEOUT)));
                completed++;
            } catch (Exception e) {
                assertLost(ExceptionsHelper.unwrapCause(e));
            }
        }
        return completed;
    }

    /** Whatever the first run was about to do when the second one began and ended, it is of no account, and it is told. */
    public void testTakenOverByAnotherIncrementalRun() throws Exception {
        for (String message : List.of("[find]", "[names]", "[sequence_numbers]")) {
            assertTakenOver(holdShard(message));
        }
        assertTakenOver(holdAnswerToMarks());
        assertTakenOver(holdMarks());
    }

    private void assertTakenOver(HeldMessage held) throws Exception {
        changeGroups();
        ActionFuture<GroupsResponse> first = start();
        held.await();
        assertPerformed(run(INCREMENTAL, INDEX));
        Map<String, Object> status = status();
        held.letGo();
        assertLost(failure(first));
        transport().clearAllRules();
        assertThat(status(), equalTo(status));
        assertSame("");
        assertNextIsRight();
    }

    /** Holds the first message of a kind to a shard. */
    private HeldMessage holdShard(String message) {
        return add(HeldMessage.question(transport(), SHARD + message, request -> true));
    }

    private HeldMessage holdMarks() {
        return holdBulk(DocWriteRequest.OpType.UPDATE);
    }

    private HeldMessage holdBulk(DocWriteRequest.OpType type) {
        return add(
                HeldMessage.question(transport(), BULK, request -> isBulkOf(request, type)));
    }

    private HeldMessage holdAnswerToMarks() {
        return add(
                HeldMessage.answer(
                        transport(), BULK,
                        request -> isBulkOf(request, DocWriteRequest.OpType.UPDATE)));
    }

    private HeldMessage add(HeldMessage message) {
        messages.add(message);
        return message;
    }

    private static boolean isBulkOf(TransportRequest request, DocWriteRequest.OpType type) {
        return request instanceof ConcreteShardRequest<?> shard
                && shard.getRequest() instanceof BulkShardRequest bulk
                && bulk.items()[0].request().opType() == type;
    }

    private ActionFuture<GroupsResponse> start() {
        return client().execute(TransportGroupsAction.TYPE, request(INCREMENTAL, INDEX));
    }

    private void cancel() {
        assertThat(
                clusterAdmin().prepareCancelTasks().setActions(TransportGroupsAction.NAME).get()
                        .getTasks(),
                hasSize(1));
    }

    private static Throwable failure(ActionFuture<GroupsResponse> run) {
        return ExceptionsHelper.unwrapCause(
                expectThrows(Exception.class, () -> run.actionGet(TEST_REQUEST_TIMEOUT)));
    }

    private static void assertLost(Throwable failure) {
        assertThat(
                failure.toString(), ExceptionsHelper.status(failure),
                equalTo(RestStatus.CONFLICT));
        assertThat(
                failure.getMessage(),
                anyOf(
                        containsString("[dest] [" + DEST + "] was taken over by"),
                        containsString("version conflict")));
    }

    /** Asserts that readers see what they saw before. */
    private void assertEarlier(
            Map<String, Object> status, Map<String, Map<String, Object>> groups) {
        Map<String, Object> now = status();
        assertThat(now.get("completed_run"), equalTo(status.get("completed_run")));
        assertThat(now.get("completed_runs"), equalTo(status.get("completed_runs")));
        assertThat(visible(), equalTo(groups));
    }

    private void assertNextIsRight() {
        assertPerformed(run(INCREMENTAL, INDEX));
        assertSame("");
    }

    private void setBlock(APIBlock block, boolean isSet) {
        assertAcked(
                indicesAdmin().prepareUpdateSettings(DEST)
                        .setSettings(Settings.builder().put(block.settingName(), isSet)));
    }
}
