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
 * @param messages sends the message
 * @param nodes the nodes of the cluster
 * @param shard the shard
 * @param action the name of the action
 * @param message what is asked
 * @param reader reads an answer
 * @param listener receives the first answer, or what the last copy failed with; or that one had too much to do, which
 *     is worth another attempt
 */
record CopiesInTurn<R extends TransportResponse>(
        JobMessages messages,
        DiscoveryNodes nodes,
        ShardCopies shard,
        String action,
        ViewMessage message,
        Writeable.Reader<R> reader,
        ActionListener<CopiesInTurn.Answer<R>> listener) {

    /**
     * An answer.
     *
     * @param node who answered
     * @param response what
     */
    record Answer<R>(DiscoveryNode node, R response) {}

    /** Asks. */
    void ask() {
        askNext(
                shard.copies().iterator(),
                new NoShardAvailableActionException(shard.target().shardId()));
    }

    private void askNext(Iterator<ShardRouting> copies, Exception lastFailure) {
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
                                askNext(
                                        copies,
                                        JobMessages.isRejected(lastFailure) ? lastFailure : cause);
                            }
                        }));
    }

    private static Exception cause(Exception failure) {
        return ExceptionsHelper.unwrapCause(failure) instanceof Exception cause ? cause : failure;
    }
}
