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
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/**
 * Sends the messages of one job. Each only reads, so it is sent again while its node has too many searches
 * waiting, or has yet to hear of the job's node. To a node without memory it is not sent again: the job that
 * waits may hold the memory. Safe for use by several threads.
 */
public final class JobMessages implements Releasable {

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
    public JobMessages(TransportService transportService, DiscoveryNodes nodes, Task job) {
        this.transportService = transportService;
        this.threadPool = transportService.getThreadPool();
        this.nodes = nodes;
        this.job = job;
    }

    /** Returns the nodes of the cluster as the job knows them. */
    DiscoveryNodes nodes() {
        return nodes;
    }

    /** Sends a message once. */
    <S extends Call.Subject, Q, A> void send(
            DiscoveryNode node, Call<S, Q, A> call, S subject, Q question,
            ActionListener<A> listener) {
        call.send(transportService, node, job, subject, question, listener);
    }

    /**
     * Asks the copies of a shard the same, one after the other, until one answers.
     *
     * @param listener receives the first answer, or what the last copy failed with; or that one had too much to do, which
     *     is worth another attempt
     */
    <Q, A> void sendInTurn(
            ShardTarget.Copies shard, Call<ShardTarget, Q, A> call, Q question,
            ActionListener<A> listener) {
        sendToNext(
                shard.copies().iterator(),
                new NoShardAvailableActionException(shard.target().shardId()), call,
                shard.target(), question, listener);
    }

    /** Does what sends messages, and does it again while they are rejected. */
    <R> void sendPatiently(Consumer<ActionListener<R>> sending, ActionListener<R> listener) {
        attempt(sending, DELAYS.iterator(), listener);
    }

    /** Sends a message that is no child of the job, whose children are refused once it is cancelled. */
    <S extends Call.Subject> void sendLast(
            DiscoveryNode node, Call<S, Void, Void> call, S subject) {
        transportService.sendRequest(
                node,
                call.action(),
                call.message(subject, null),
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

    private <Q, A> void sendToNext(
            Iterator<ShardRouting> copies, Exception lastFailure, Call<ShardTarget, Q, A> call,
            ShardTarget target, Q question, ActionListener<A> listener) {
        DiscoveryNode node =
                copies.hasNext() ? nodes.get(copies.next().currentNodeId()) : null;
        if (node == null) {
            listener.onFailure(lastFailure);
            return;
        }
        send(node, call, target, question, listener.delegateResponse((l, failure) -> {
            Exception cause = ExceptionsHelper.unwrapCause(failure) instanceof Exception e
                    ? e
                    : failure;
            if (cause instanceof TaskCancelledException) {
                l.onFailure(cause);
            } else {
                sendToNext(
                        copies, isRejected(lastFailure) ? lastFailure : cause, call, target,
                        question, l);
            }
        }));
    }
}
