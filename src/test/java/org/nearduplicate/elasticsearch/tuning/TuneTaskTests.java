package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.instanceOf;

import java.util.concurrent.CountDownLatch;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskInfo;
import org.junit.Before;
import org.nearduplicate.elasticsearch.Waits;

/** Runs as tasks: watched, cancelled, failing; nothing stays charged after any of them. */
public class TuneTaskTests extends TuneNodeTestCase {

    /** More than a minute of work on this sample, if nobody stops it. */
    private static final String LONG_RUN =
            "\"hash_count\": [1024, 1023, 1022, 1021, 1020, 1019, 1018, 1017],"
                    + " \"sketch\": [\"minhash\", \"super_minhash\"],"
                    + " \"shingle_size\": [1, 2, 3, 4, 5, 6, 7, 8], \"bands\": [1, 2, 4, 8, 16]";

    @Before
    public void createAndFill() {
        create(INDEX, 2, NEAR_MAPPING);
        index(INDEX, documents(200));
    }

    public void testCancelledWhileItReads() {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        onFirst(QUERY_PHASE, () -> {
            reached.countDown();
            Waits.await(cancelled);
        });
        ActionFuture<TuneResponse> run = start("");
        Waits.await(reached);
        TaskInfo task = task();
        assertTrue(task.cancellable());
        assertThat(
                task.description(),
                equalTo("parameters for near duplicates of [body] in [" + INDEX + "]"));
        assertThat(task.status(), equalTo(TuneStatus.START.sampled(0)));
        assertThat(
                "its search is its child",
                clusterAdmin().prepareListTasks().setActions(TransportSearchAction.NAME).get()
                        .getTasks().getFirst().parentTaskId(),
                equalTo(task.taskId()));
        cancel();
        cancelled.countDown();
        assertCancelled(run);
    }

    public void testCancelledWhileItMeasures() throws Exception {
        ActionFuture<TuneResponse> run = start(LONG_RUN);
        Waits.awaitThat(() -> {
            TuneStatus status = (TuneStatus) task().status();
            assertThat(status.sampled(), equalTo(200));
            int defaultsAndPresentField = 8 + 1;
            assertThat(
                    status.settings(), equalTo(8 * 2 * 8 * 5 + defaultsAndPresentField));
            assertThat(status.measured(), greaterThan(0));
        });
        assertThat(requestBreaker().getUsed(), greaterThan(200 * 1_000L));
        cancel();
        assertCancelled(run);
    }

    private ActionFuture<TuneResponse> start(String parameters) {
        return client().execute(
                TransportTuneAction.TYPE, TuneRequests.request(parameters, INDEX));
    }

    private TaskInfo task() {
        return clusterAdmin().prepareListTasks().setActions(TransportTuneAction.NAME)
                .setDetailed(true).get().getTasks().getFirst();
    }

    private void cancel() {
        assertThat(
                clusterAdmin().prepareCancelTasks().setActions(TransportTuneAction.NAME).get()
                        .getTasks().size(),
                equalTo(1));
    }

    private static void assertCancelled(ActionFuture<TuneResponse> run) {
        Exception failure = expectThrows(
                Exception.class, () -> run.actionGet(Waits.LIMIT));
        assertThat(ExceptionsHelper.unwrapCause(failure), instanceOf(TaskCancelledException.class));
        assertThat(failure.getMessage(), containsString("by user request"));
    }

    /** Searches charge the same breaker, so that the least memory is not enough for them either. */
    public void testTooMuchMemory() throws Exception {
        for (long left : new long[] {0, 50_000, 400_000, 1_500_000}) {
            withRequestBytesLeft(
                    left,
                    () -> assertFails(
                            RestStatus.TOO_MANY_REQUESTS, "Data too large",
                            "\"hash_count\": 1024", INDEX));
        }
    }

    public void testASearchThatFails() {
        onFirst(QUERY_PHASE, () -> {
            throw new IllegalStateException("broken");
        });
        Exception failure = expectThrows(Exception.class, () -> tune("", INDEX));
        assertThat(
                ExceptionsHelper.status(failure),
                equalTo(RestStatus.INTERNAL_SERVER_ERROR));
        assertThat(ExceptionsHelper.stackTrace(failure), containsString("broken"));
    }
}
