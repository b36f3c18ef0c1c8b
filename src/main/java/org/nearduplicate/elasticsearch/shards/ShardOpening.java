package org.nearduplicate.elasticsearch.shards;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.index.shard.ShardId;

/**
 * Opens one shard for a job: its copies are tried one after the other, and again, later, as long as one of
 * them only rejected that: for ten minutes, as {@link JobMessages} does. Safe for use by several threads.
 */
final class ShardOpening {

    private final JobMessages messages;
    private final DiscoveryNodes nodes;
    private final ShardCopies copies;
    private final OpenMessage message;
    private final CompletableFuture<Optional<RemoteShard>> shard = new CompletableFuture<>();

    ShardOpening(JobMessages messages, DiscoveryNodes nodes, ShardCopies copies, ShardView view) {
        this.messages = messages;
        this.nodes = nodes;
        this.copies = copies;
        this.message = new OpenMessage(copies.target(), view);
    }

    /** Asks the first copy. */
    void start() {
        messages.<CopiesInTurn.Answer<OpenMessage.Response>>sendPatiently(
                listener -> new CopiesInTurn<>(
                        messages, nodes, copies, ShardActions.OPEN, message,
                        OpenMessage.Response::new, listener).ask(),
                ActionListener.wrap(
                        opened -> shard.complete(remote(opened)), shard::completeExceptionally));
    }

    ShardId shardId() {
        return copies.target().shardId();
    }

    /** Returns the identifiers of the nodes that hold its copies. */
    Stream<String> nodes() {
        return copies.copies().stream().map(ShardRouting::currentNodeId);
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

    private Optional<RemoteShard> remote(CopiesInTurn.Answer<OpenMessage.Response> opened) {
        OpenMessage.Response response = opened.response();
        return response.isLeftOut()
                ? Optional.empty()
                : Optional.of(
                        new RemoteShard(
                                messages, opened.node(),
                                new ShardHandle(
                                        copies.target().indices(), shardId(),
                                        opened.node().getId(), response.session(),
                                        response.description())));
    }
}
