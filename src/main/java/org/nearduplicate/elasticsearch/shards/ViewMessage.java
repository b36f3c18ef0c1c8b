package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.CheckedBiFunction;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.search.internal.ShardSearchRequest;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.elasticsearch.request.NodeServices;

/** A message to a shard that is answered from a view of its own, as a search has one. */
public abstract class ViewMessage extends JobMessage {

    private final ShardTarget target;

    /** Creates a message to a shard. */
    protected ViewMessage(ShardTarget target) {
        this.target = target;
    }

    /** Reads what {@link #writeTo} wrote. */
    protected ViewMessage(StreamInput in) throws IOException {
        super(in);
        this.target = new ShardTarget(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        target.writeTo(out);
    }

    @Override
    public final String[] indices() {
        return target.indices().indices();
    }

    @Override
    public final IndicesOptions indicesOptions() {
        return target.indices().indicesOptions();
    }

    /** Returns the shard. */
    public final ShardTarget target() {
        return target;
    }

    /**
     * Lets the shards of a node answer the messages of an action, on the threads of searches. A shard that nobody
     * searched for a while is refreshed first, as for a search.
     *
     * @param answer answers a message, whose task it is given
     */
    public static <M extends ViewMessage, R extends TransportResponse> void register(
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
                    ShardId shard = message.target().shardId();
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

    /**
     * Opens the view: with the alias filter, and without what document-level security hides. It has no hits of its
     * own, so that {@code index.max_result_window} may be whatever it is.
     *
     * @param searchService that of the node of the shard
     * @return the view, to be closed
     * @throws IOException if the shard cannot be read
     */
    public final SearchContext open(SearchService searchService) throws IOException {
        return searchService.createSearchContext(
                new ShardSearchRequest(
                        target.shardId(), target.nowInMillis(), target.aliasFilter()),
                SearchService.NO_TIMEOUT)
                .size(0);
    }
}
