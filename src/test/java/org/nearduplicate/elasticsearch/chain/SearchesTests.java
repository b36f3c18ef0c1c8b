package org.nearduplicate.elasticsearch.chain;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.client.NoOpClient;
import org.elasticsearch.threadpool.TestThreadPool;
import org.junit.After;
import org.junit.Before;

/** Searches go on elsewhere, in the context of the caller, and stop when the job is cancelled. */
public class SearchesTests extends ESTestCase {

    private final CancellableTask task =
            new CancellableTask(1, "type", "action", "", TaskId.EMPTY_TASK_ID, Map.of());
    private final Queue<Runnable> goneOn = new ArrayDeque<>();
    private TestThreadPool threadPool;
    private ThreadContext context;
    private Searches searches;

    @Before
    public void create() {
        threadPool = new TestThreadPool("searches");
        context = threadPool.getThreadContext();
        searches = new Searches(
                new NoOpClient(threadPool), task, r -> goneOn.add(context.preserveContext(r)));
    }

    @After
    public void close() {
        terminate(threadPool);
    }

    public void testGoesOnInTheContextOfTheCallerAndKeepsAllWarnings() {
        AtomicReference<ActionListener<String>> first = new AtomicReference<>();
        AtomicReference<ActionListener<String>> second = new AtomicReference<>();
        context.putTransient("caller", "me");
        CompletableFuture<Object> caller =
                Searches.all(
                        List.of(
                                searches.<String>run((client, listener) -> first.set(listener)),
                                searches.<String>run((client, listener) -> second.set(listener))))
                        .thenApply(done -> context.getTransient("caller"));
        answer(first.get(), "299 one");
        answer(second.get(), "299 two");
        assertFalse("still on the threads of the searches", caller.isDone());
        ThreadContext.StoredContext callers = context.stashContext();
        goneOn.remove().run();
        goneOn.remove().run();
        callers.restore();
        assertThat(caller.join(), equalTo("me"));
        searches.addWarnings();
        assertThat(
                context.getResponseHeaders().get("Warning"), equalTo(List.of("299 one",
                        "299 two")));
    }

    public void testNoSearchIsStartedOnceTheTaskIsCancelled() {
        TaskCancelHelper.cancel(task, "the test");
        CompletableFuture<String> result =
                searches.run((client, listener) -> fail("a search was started"));
        goneOn.remove().run();
        assertThat(
                expectThrows(CompletionException.class, result::join).getCause(),
                instanceOf(TaskCancelledException.class));
    }

    public void testACancelledJobFailsWithItsReasonHoweverItsSearchFailed() {
        AtomicReference<ActionListener<String>> search = new AtomicReference<>();
        CompletableFuture<String> result =
                searches.run((client, listener) -> search.set(listener));
        TaskCancelHelper.cancel(task, "the test");
        search.get().onFailure(new IllegalStateException("all shards failed"));
        goneOn.remove().run();
        Throwable cause = expectThrows(CompletionException.class, result::join).getCause();
        assertThat(cause, instanceOf(TaskCancelledException.class));
        assertThat(cause.getMessage(), equalTo("task cancelled [the test]"));
    }

    private void answer(ActionListener<String> listener, String warning) {
        ThreadContext.StoredContext callers = context.stashContext();
        context.addResponseHeader("Warning", warning);
        listener.onResponse("found");
        callers.restore();
    }
}
