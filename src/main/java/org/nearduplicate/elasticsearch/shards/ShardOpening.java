package org.nearduplicate.elasticsearch.shards;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.TaskCancelledException;

/**
 * Opens one shard for a job: its copies are tried one after the other, and again, later, as long as one of
 * them only rejected that: for ten minutes, as {@link JobMessages} does. Safe for use by several threads.
 */
final class ShardOpening {

    private final JobMessages messages;
    private final DiscoveryNodes nodes;
    private final ShardIterator copies;
    private final OpenMessage message;
    private final CompletableFuture<Optional<RemoteShard>> shard = new CompletableFuture<>();

    ShardOpening(
            JobMessages messages, DiscoveryNodes nodes, ShardIterator copies, OpenMessage message) {
        this.messages = messages;
        this.nodes = nodes;
        this.copies = copies;
        this.message = message;
    }

    /** Asks the first copy. */
    void start() {
        messages.<Optional<RemoteShard>>sendPatiently(
                listener -> {
                    copies.reset();
                    tryNext(new NoShardAvailableActionException(shardId()), listener);
                },
                ActionListener.wrap(shard::complete, shard::completeExceptionally));
    }

    ShardId shardId() {
        return copies.shardId();
    }

    /** Returns the shard, none if it is left out; fails with what the last copy failed with. */
    CompletableFuture<Optional<RemoteShard>> shard() {
        return shard;
    }

    /** Tells the shard that the job goes on, if it is open. */
    void keepAlive() {
        if (shard.isDone()) {
            shard.thenAccept(opened -> opened.ifPresent(RemoteShard::keepAlive));
        }
    }

    /** Closes the shard, as soon as it is open. */
    void end() {
        shard.thenAccept(opened -> opened.ifPresent(RemoteShard::close));
    }

    /** Asks the next copy, and fails with the failure of the last one if there is none. */
    private void tryNext(
            Exception lastFailure, ActionListener<Optional<RemoteShard>> listener) {
        ShardRouting copy = copies.nextOrNull();
        DiscoveryNode node = copy == null ? null : nodes.get(copy.currentNodeId());
        if (node == null) {
            listener.onFailure(lastFailure);
            return;
        }
        messages.send(
                node,
                ShardActions.OPEN,
                message,
                OpenMessage.Response::new,
                ActionListener.wrap(
                        response -> listener.onResponse(
                                response.isLeftOut()
                                        ? Optional.empty()
                                        : Optional.of(
                                                new RemoteShard(
                                                        messages, message, node, response))),
                        failure -> {
                            Exception cause = cause(failure);
                            if (cause instanceof TaskCancelledException) {
                                listener.onFailure(cause);
                            } else {
                                tryNext(
                                        JobMessages.isRejected(lastFailure) ? lastFailure : cause,
                                        listener);
                            }
                        }));
    }

    private static Exception cause(Exception failure) {
        return ExceptionsHelper.unwrapCause(failure) instanceof Exception cause ? cause : failure;
    }
}
