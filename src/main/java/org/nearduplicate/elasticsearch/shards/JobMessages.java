package org.nearduplicate.elasticsearch.shards;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskCancelledException;
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
    private final DiscoveryNodes nodes;
    private final Task job;
    private volatile boolean closed;

    /** @param job the task that the messages are children of */
    JobMessages(TransportService transportService, DiscoveryNodes nodes, Task job) {
        this.transportService = transportService;
        this.threadPool = transportService.getThreadPool();
        this.nodes = nodes;
        this.job = job;
    }

    /** Sends a message once. Its answer, which may be large, is not read on a thread of the network. */
    <R extends TransportResponse> void send(
            DiscoveryNode node,
            String action,
            JobMessage<?, ?> message,
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

    /** An answer, and the node that gave it. */
    record Answer<R>(DiscoveryNode node, R response) {}

    /**
     * Asks the copies of a shard the same, one after the other, until one answers.
     *
     * @param listener receives the first answer, or what the last copy failed with; or that one had too much to do, which
     *     is worth another attempt
     */
    <R extends TransportResponse> void sendInTurn(
            ShardFinder.Copies shard,
            String action,
            JobMessage<ShardTarget, ?> message,
            Writeable.Reader<R> reader,
            ActionListener<Answer<R>> listener) {
        askNext(
                shard.copies().iterator(),
                new NoShardAvailableActionException(shard.target().shardId()), action, message,
                reader, listener);
    }

    /** Does what sends messages, and does it again while they are rejected. */
    <R> void sendPatiently(Consumer<ActionListener<R>> sending, ActionListener<R> listener) {
        attempt(sending, DELAYS.iterator(), listener);
    }

    /** Sends a message that is no child of the job, whose children are refused once it is cancelled. */
    void sendLast(DiscoveryNode node, String action, JobMessage<?, ?> message) {
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
                ActionListener.run(l, again -> threadPool.schedule(() -> {
                    if (closed) {
                        again.onFailure(failure);
                    } else {
                        attempt(sending, delays, again);
                    }
                }, delays.next(), threadPool.generic()));
            } else {
                l.onFailure(failure);
            }
        }));
    }

    private <R extends TransportResponse> void askNext(
            Iterator<ShardRouting> copies,
            Exception lastFailure,
            String action,
            JobMessage<ShardTarget, ?> message,
            Writeable.Reader<R> reader,
            ActionListener<Answer<R>> listener) {
        DiscoveryNode node =
                copies.hasNext() ? nodes.get(copies.next().currentNodeId()) : null;
        if (node == null) {
            listener.onFailure(lastFailure);
            return;
        }
        send(node, action, message, reader, ActionListener.wrap(
                response -> listener.onResponse(new Answer<>(node, response)),
                failure -> {
                    Exception cause = ExceptionsHelper.unwrapCause(failure) instanceof Exception e
                            ? e
                            : failure;
                    if (cause instanceof TaskCancelledException) {
                        listener.onFailure(cause);
                    } else {
                        askNext(
                                copies, isRejected(lastFailure) ? lastFailure : cause, action,
                                message, reader, listener);
                    }
                }));
    }
}
