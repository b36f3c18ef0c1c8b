package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.common.CheckedBiFunction;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.elasticsearch.request.NodeServices;

/** A {@link JobMessage} to a shard whose question a subclass sends. */
public abstract class ViewMessage extends JobMessage<ShardTarget, Void> {

    /** Creates a message to a shard. */
    protected ViewMessage(ShardTarget target) {
        super(view(), target, null);
    }

    /** Reads what {@link #writeTo} wrote. */
    protected ViewMessage(StreamInput in) throws IOException {
        super(view(), in);
    }

    private static Call<ShardTarget, Void, Void> view() {
        return new Call<>("", ShardTarget::new, Call.Wire.NOTHING, Call.Wire.NOTHING);
    }

    /** Returns the shard. */
    public final ShardTarget target() {
        return subject();
    }

    /**
     * Lets the shards of a node answer the messages of an action, on the threads of searches. A shard that nobody
     * searched for a while is refreshed first, as for a search.
     *
     * @param answer answers a message, whose task it is given
     */
    public static <M extends JobMessage<ShardTarget, ?>, R extends TransportResponse> void register(
            NodeServices node,
            String action,
            Writeable.Reader<M> reader,
            CheckedBiFunction<M, CancellableTask, R, IOException> answer) {
        Executor executor = node.threadPool().executor(ThreadPool.Names.SEARCH);
        node.transport().registerRequestHandler(action, executor, reader,
                (message, channel, task) -> {
                    ActionRunnable<R> answering = ActionRunnable.supply(
                            new ChannelActionListener<>(channel),
                            () -> answer.apply(message, (CancellableTask) task));
                    ShardId shard = message.subject().shardId();
                    node.indices()
                            .indexServiceSafe(shard.getIndex())
                            .getShard(shard.id())
                            .ensureShardSearchActive(refreshed -> {
                                if (refreshed) {
                                    executor.execute(answering);
                                } else {
                                    answering.run();
                                }
                            });
                });
    }

    /** Opens the view, as {@link ShardTarget#open} does. */
    public final SearchContext open(SearchService searchService) throws IOException {
        return target().open(searchService);
    }
}
