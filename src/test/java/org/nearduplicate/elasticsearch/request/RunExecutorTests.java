package org.nearduplicate.elasticsearch.request;

import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.Waits;

/** How many threads runs get, and how many of them wait; the rest is in {@code RunsTests}. */
public class RunExecutorTests extends ESTestCase {

    public void testFewThreadsAndAShortQueue() {
        Map.of(1, 2, 2, 2, 3, 2, 5, 2, 6, 3, 8, 4, 11, 5, 64, 5).forEach(
                (processors, threads) -> assertThat(
                        "" + processors, RunExecutor.threads(processors), equalTo(threads)));
        assertThat(
                values(Settings.EMPTY),
                contains(RunExecutor.threads(EsExecutors.allocatedProcessors(Settings.EMPTY)), 10));
    }

    public void testSettings() {
        Settings settings = Settings.builder()
                .put("thread_pool.near_duplicate.size", 7)
                .put("thread_pool.near_duplicate.queue_size", 0)
                .build();
        assertThat(values(settings), contains(7, 0));
        Settings none = Settings.builder().put("thread_pool.near_duplicate.size", 0).build();
        Exception refused =
                expectThrows(IllegalArgumentException.class, () -> values(none));
        assertThat(
                refused.getMessage(),
                equalTo(
                        "Failed to parse value [0] for setting [thread_pool.near_duplicate.size]"
                                + " must be >= 1"));
    }

    /** The second run waits for the first, and its request for it, whose HTTP request may have ended. */
    public void testARequestIsChargedUntilItsRunEnds() {
        Settings settings = Settings.builder().put("thread_pool.near_duplicate.size", 1).build();
        ThreadPool threads = new TestThreadPool(
                getTestName(), settings, RunExecutor.builder(settings));
        try {
            CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(1_000));
            RunExecutor runs = new RunExecutor(threads, null, breaker);
            CountDownLatch go = new CountDownLatch(1);
            PlainActionFuture<ActionResponse.Empty> first = start(runs, task(), 400, go);
            PlainActionFuture<ActionResponse.Empty> second = start(runs, task(), 500, go);
            assertThat(breaker.getUsed(), equalTo(900L));
            ProgressTask<?> cancelled = task();
            PlainActionFuture<ActionResponse.Empty> third = start(runs, cancelled, 99, go);
            TaskCancelHelper.cancel(cancelled, "the test");
            expectThrows(TaskCancelledException.class, () -> third.actionGet(Waits.LIMIT));
            assertThat(breaker.getUsed(), equalTo(900L));
            expectThrows(
                    CircuitBreakingException.class, () -> start(runs, task(), 101, go));
            assertThat(breaker.getUsed(), equalTo(900L));
            go.countDown();
            first.actionGet(Waits.LIMIT);
            second.actionGet(Waits.LIMIT);
            assertThat(breaker.getUsed(), equalTo(0L));
        } finally {
            terminate(threads);
        }
    }

    private static PlainActionFuture<ActionResponse.Empty> start(
            RunExecutor runs, ProgressTask<?> task, long bytes, CountDownLatch go) {
        PlainActionFuture<ActionResponse.Empty> end = new PlainActionFuture<>();
        LocalRequest<String> request = new LocalRequest<>(
                new String[0], IndicesOptions.strictExpandOpen(), "", "", null, false, bytes);
        runs.start(task, request, end, () -> {
            Waits.await(go);
            return ActionResponse.Empty.INSTANCE;
        });
        return end;
    }

    private static ProgressTask<?> task() {
        return new ProgressTask<>(
                1, "type", "action", "", TaskId.EMPTY_TASK_ID, Map.of(), null);
    }

    private static List<?> values(Settings settings) {
        return RunExecutor.builder(settings).getRegisteredSettings().stream()
                .map((Setting<?> setting) -> setting.get(settings))
                .toList();
    }
}
