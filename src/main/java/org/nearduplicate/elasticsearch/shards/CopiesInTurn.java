package org.nearduplicate.elasticsearch.shards;

import java.util.Iterator;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.transport.TransportResponse;

/**
 * Asks the copies of a shard the same, one after the other, until one answers.
 *
 * @param <R> their answers
 */
final class CopiesInTurn<R extends TransportResponse> {

    private final JobMessages messages;
    private final DiscoveryNodes nodes;
    private final String action;
    private final ViewMessage message;
    private final Writeable.Reader<R> reader;
    private final ActionListener<Answer<R>> listener;
    private final Iterator<ShardRouting> copies;

    private CopiesInTurn(
            JobMessages messages,
            DiscoveryNodes nodes,
            ShardCopies shard,
            String action,
            ViewMessage message,
            Writeable.Reader<R> reader,
            ActionListener<Answer<R>> listener) {
        this.messages = messages;
        this.nodes = nodes;
        this.copies = shard.copies().iterator();
        this.action = action;
        this.message = message;
        this.reader = reader;
        this.listener = listener;
    }

    /**
     * An answer.
     *
     * @param node who answered
     * @param response what
     */
    record Answer<R>(DiscoveryNode node, R response) {}

    /**
     * Asks.
     *
     * @param listener receives the first answer, or what the last copy failed with; or that one had too
     *     much to do, which is worth another attempt
     */
    static <R extends TransportResponse> void ask(
            JobMessages messages,
            DiscoveryNodes nodes,
            ShardCopies shard,
            String action,
            ViewMessage message,
            Writeable.Reader<R> reader,
            ActionListener<Answer<R>> listener) {
        new CopiesInTurn<>(messages, nodes, shard, action, message, reader, listener)
                .askNext(new NoShardAvailableActionException(shard.target().shardId()));
    }

    private void askNext(Exception lastFailure) {
        DiscoveryNode node =
                copies.hasNext() ? nodes.get(copies.next().currentNodeId()) : null;
        if (node == null) {
            listener.onFailure(lastFailure);
            return;
        }
        messages.send(
                node,
                action,
                message,
                reader,
                ActionListener.wrap(
                        response -> listener.onResponse(new Answer<>(node, response)),
                        failure -> {
                            Exception cause = cause(failure);
                            if (cause instanceof TaskCancelledException) {
                                listener.onFailure(cause);
                            } else {
                                askNext(JobMessages.isRejected(lastFailure) ? lastFailure : cause);
                            }
                        }));
    }

    private static Exception cause(Exception failure) {
        return ExceptionsHelper.unwrapCause(failure) instanceof Exception cause ? cause : failure;
    }
}
