package org.nearduplicate.elasticsearch.request;

import java.util.concurrent.ThreadPoolExecutor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.common.CheckedSupplier;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.AbstractRunnable;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.EsExecutors.TaskTrackingConfig;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskManager;
import org.elasticsearch.threadpool.FixedExecutorBuilder;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * The threads of runs. A run has one for its whole time, much of which it may wait for shards, so there
 * are few of them, and none of these is needed by what it waits for. Some more runs wait in a short queue;
 * what does not fit is refused at once. Safe for use by several threads.
 */
public final class RunExecutor {

    /** The name of the pool. */
    public static final String NAME = "near_duplicate";

    private static final String PREFIX = "thread_pool." + NAME;

    /** One run that takes hours must not keep all others waiting. */
    private static final int MIN_THREADS = 2;

    private static final int MAX_THREADS = 5;
    private static final int QUEUE_SIZE = 10;

    private final ThreadPool threadPool;
    private final ThreadPoolExecutor threads;
    private final TaskManager taskManager;
    private final CircuitBreaker breaker;

    /**
     * Creates an executor of the threads of a node.
     *
     * @param threadPool has them, as they were made by {@link #builder}
     */
    public RunExecutor(ThreadPool threadPool, TaskManager taskManager, CircuitBreaker breaker) {
        this.threadPool = threadPool;
        this.threads = (ThreadPoolExecutor) threadPool.executor(NAME);
        this.taskManager = taskManager;
        this.breaker = breaker;
    }

    /**
     * Returns what makes the threads of a node: half as many as it has processors, within bounds, unless
     * its settings say otherwise.
     */
    public static FixedExecutorBuilder builder(Settings settings) {
        return new FixedExecutorBuilder(
                settings, NAME, threads(EsExecutors.allocatedProcessors(settings)), QUEUE_SIZE,
                PREFIX,
                TaskTrackingConfig.DO_NOT_TRACK);
    }

    static int threads(int processors) {
        return Math.clamp(processors / 2, MIN_THREADS, MAX_THREADS);
    }

    /**
     * Starts a run, at once or when those before it have ended. One that is cancelled while it waits
     * leaves the queue and does nothing. Its request is charged until it ends: where the answer was the
     * task, no HTTP request stands for it any more.
     *
     * @param listener receives the answer; if the run is refused, which nothing is kept of, an
     *     {@link EsRejectedExecutionException}, a 429, that names the settings
     * @throws org.elasticsearch.common.breaker.CircuitBreakingException if there is no memory for the
     *     request
     */
    public <R extends ActionResponse> void start(
            ProgressTask<?> task,
            LocalRequest<?> request,
            ActionListener<R> listener,
            CheckedSupplier<R, Exception> work) {
        BreakerAccount account = new BreakerAccount(breaker, "near_duplicate request");
        account.charge(request.bytes());
        ActionListener<R> charged = ActionListener.runBefore(listener, account::close);
        ActionListener<R> end = ContextPreservingActionListener.wrapPreservingContext(
                request.keepsResult() ? keeping(task, charged) : charged,
                threadPool.getThreadContext());
        Runnable run = threadPool.getThreadContext().preserveContext(new AbstractRunnable() {
            @Override
            protected void doRun() {
                task.accepted().onResponse(null);
                ActionListener.completeWith(end, () -> {
                    task.ensureNotCancelled();
                    return work.get();
                });
            }

            @Override
            public void onFailure(Exception e) {
                end.onFailure(e);
            }

            @Override
            public void onRejection(Exception e) {
                Exception refusal = refusal(e);
                task.accepted().onFailure(refusal);
                charged.onFailure(refusal);
            }
        });
        threads.execute(run);
        task.accepted().onResponse(null);
        task.addListener(() -> {
            if (threads.remove(run)) {
                end.onFailure(
                        new TaskCancelledException(
                                "task cancelled [" + task.getReasonCancelled() + "]"));
            }
        });
    }

    /** As {@code TransportAction} does it, which would keep a refusal too. */
    private <R extends ActionResponse> ActionListener<R> keeping(
            ProgressTask<?> task, ActionListener<R> listener) {
        return new ActionListener<>() {
            @Override
            public void onResponse(R response) {
                ActionListener.run(listener, end -> taskManager.storeResult(task, response, end));
            }

            @Override
            public void onFailure(Exception e) {
                ActionListener.run(listener, end -> taskManager.storeResult(task, e, end));
            }
        };
    }

    private Exception refusal(Exception rejection) {
        if (threads.isShutdown()) {
            return rejection;
        }
        ThreadPool.Info limits = threadPool.info(NAME);
        return new EsRejectedExecutionException(
                "the node has no room for another run: its settings [" + PREFIX + ".size] and ["
                        + PREFIX
                        + ".queue_size] let [" + limits.getMax() + "] run and ["
                        + limits.getQueueSize()
                        + "] wait; raise them, or try again when one has ended");
    }
}
