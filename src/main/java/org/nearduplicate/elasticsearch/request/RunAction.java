package org.nearduplicate.elasticsearch.request;

import java.util.concurrent.ThreadPoolExecutor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.AbstractRunnable;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.EsExecutors.TaskTrackingConfig;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.FixedExecutorBuilder;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * Answers each request by a run, which has a thread for its whole time, much of which it may wait for shards. So there are
 * few of these threads, and none of them is needed by what a run waits for. Some more runs wait in a short queue; what does
 * not fit is refused at once.
 */
public abstract class RunAction<P, S extends Task.Status, R extends LocalResponse>
        extends LocalAction<P, R> {

    /** The name of the pool. */
    public static final String POOL = "near_duplicate";

    private static final String PREFIX = "thread_pool." + POOL;

    /** One run that takes hours must not keep all others waiting. */
    private static final int MIN_THREADS = 2;

    private static final int MAX_THREADS = 5;
    private static final int QUEUE_SIZE = 10;

    private final ThreadPoolExecutor threads;

    /** Creates an action. */
    protected RunAction(String name, NodeServices node) {
        super(name, node);
        this.threads = (ThreadPoolExecutor) node.threadPool().executor(POOL);
    }

    /**
     * Returns what makes the threads of a node: half as many as it has processors, within bounds, unless
     * its settings say otherwise.
     */
    public static FixedExecutorBuilder builder(Settings settings) {
        return new FixedExecutorBuilder(
                settings, POOL, threads(EsExecutors.allocatedProcessors(settings)), QUEUE_SIZE,
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
    @Override
    @SuppressWarnings("unchecked")
    protected void doExecute(
            Task started, LocalRequest<P> request, ActionListener<R> listener) {
        ProgressTask<S> task = (ProgressTask<S>) started;
        BreakerAccount account = new BreakerAccount(node.breaker(), "near_duplicate request");
        account.charge(request.bytes());
        ThreadContext context = node.threadPool().getThreadContext();
        ActionListener<R> charged = ActionListener.runBefore(listener, account::close);
        ActionListener<R> end = ContextPreservingActionListener.wrapPreservingContext(
                request.keepsResult() ? keeping(task, charged) : charged, context);
        Runnable run = context.preserveContext(new AbstractRunnable() {
            @Override
            protected void doRun() {
                task.accepted().onResponse(null);
                ActionListener.completeWith(end, () -> {
                    task.ensureNotCancelled();
                    return RunAction.this.run(task, request);
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

    /** Returns the answer to a request, or throws why there is none. */
    protected abstract R run(ProgressTask<S> task, LocalRequest<P> request) throws Exception;

    /** Keeps the answer as {@code TransportAction} does, which would keep a refusal too. */
    private ActionListener<R> keeping(Task task, ActionListener<R> listener) {
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
        ThreadPool.Info limits = node.threadPool().info(POOL);
        return new EsRejectedExecutionException(
                "the node has no room for another run: its settings [" + PREFIX + ".size] and ["
                        + PREFIX
                        + ".queue_size] let [" + limits.getMax() + "] run and ["
                        + limits.getQueueSize()
                        + "] wait; raise them, or try again when one has ended");
    }
}
