package org.nearduplicate.elasticsearch.shards;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportResponse;
import org.elasticsearch.transport.TransportService;

/**
 * Sends the messages of one job. Each only reads, so it is sent again while its node has too many searches
 * waiting, or has yet to hear of the job's node. A node without memory is not asked again: the job that
 * waits may hold it. Safe for use by several threads.
 */
final class JobMessages implements Releasable {

    /** Delays of .1, .2, .3 … up to 5 seconds: about ten minutes in all. */
    private static final List<TimeValue> DELAYS = IntStream.rangeClosed(1, 145)
            .mapToObj(i -> TimeValue.timeValueMillis(Math.min(100 * i, 5_000)))
            .toList();

    private final TransportService transportService;
    private final ThreadPool threadPool;
    private final Task job;
    private volatile boolean closed;

    /**
     * @param job the task that the messages are children of
     */
    JobMessages(TransportService transportService, Task job) {
        this.transportService = transportService;
        this.threadPool = transportService.getThreadPool();
        this.job = job;
    }

    /** Sends a message once. Its answer, which may be large, is not read on a thread of the network. */
    <R extends TransportResponse> void send(
            DiscoveryNode node,
            String action,
            ShardMessage message,
            Writeable.Reader<R> reader,
            ActionListener<R> listener) {
        transportService.sendChildRequest(
                node,
                action,
                message,
                job,
                TransportRequestOptions.EMPTY,
                new ActionListenerResponseHandler<>(listener, reader, threadPool.generic()));
    }

    /** Does what sends messages, and does it again while they are rejected. */
    <R> void sendPatiently(Consumer<ActionListener<R>> sending, ActionListener<R> listener) {
        attempt(sending, DELAYS.iterator(), listener);
    }

    /** Sends a message that is no child of the job, whose children are refused once it is cancelled. */
    void sendLast(DiscoveryNode node, String action, ShardMessage message) {
        transportService.sendRequest(
                node,
                action,
                message,
                new ActionListenerResponseHandler<>(
                        ActionListener.noop(),
                        in -> ActionResponse.Empty.INSTANCE,
                        EsExecutors.DIRECT_EXECUTOR_SERVICE));
    }

    /** Nothing is sent again that waits. */
    @Override
    public void close() {
        closed = true;
    }

    /** Returns whether a node did not answer a message, and may do so later. */
    static boolean isRejected(Exception failure) {
        Throwable cause = ExceptionsHelper.unwrapCause(failure);
        return cause instanceof EsRejectedExecutionException rejected
                && rejected.isExecutorShutdown() == false;
    }

    private <R> void attempt(
            Consumer<ActionListener<R>> sending,
            Iterator<TimeValue> delays,
            ActionListener<R> listener) {
        sending.accept(listener.delegateResponse((l, failure) -> {
            if (isRejected(failure) && delays.hasNext()) {
                ActionListener.run(l, again -> threadPool.schedule(
                        () -> attemptAgain(sending, delays, failure, again),
                        delays.next(),
                        threadPool.generic()));
            } else {
                l.onFailure(failure);
            }
        }));
    }

    private <R> void attemptAgain(
            Consumer<ActionListener<R>> sending,
            Iterator<TimeValue> delays,
            Exception lastFailure,
            ActionListener<R> listener) {
        if (closed) {
            listener.onFailure(lastFailure);
        } else {
            attempt(sending, delays, listener);
        }
    }
}
