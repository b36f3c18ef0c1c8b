package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportResponse;
import org.elasticsearch.transport.TransportService;

/**
 * Lets the shards of this node answer messages that need a view of them, on the threads of searches. A shard that
 * nobody searched for a while is refreshed first, as for a search. Immutable.
 */
public final class ShardViews {

    private final TransportService transportService;
    private final SearchService searchService;
    private final Executor executor;

    /**
     * @param transportService brings the messages
     * @param searchService knows the shards
     */
    public ShardViews(TransportService transportService, SearchService searchService) {
        this.transportService = transportService;
        this.searchService = searchService;
        this.executor = transportService.getThreadPool().executor(ThreadPool.Names.SEARCH);
    }

    /** Answers one kind of message. */
    @FunctionalInterface
    public interface Answer<M extends ViewMessage, R extends TransportResponse> {

        /**
         * Answers a message.
         *
         * @param message the message
         * @param task its task
         * @return the answer
         * @throws IOException if the shard cannot be read
         */
        R answer(M message, CancellableTask task) throws IOException;
    }

    /**
     * Answers the messages of an action from now on.
     *
     * @param action its name
     * @param reader reads them
     * @param answer answers them
     */
    public <M extends ViewMessage, R extends TransportResponse> void answer(
            String action, Writeable.Reader<M> reader, Answer<M, R> answer) {
        transportService.registerRequestHandler(
                action,
                executor,
                reader,
                (message, channel, task) -> answer(
                        answer, message, (CancellableTask) task,
                        new ChannelActionListener<>(channel)));
    }

    private <M extends ViewMessage, R extends TransportResponse> void answer(
            Answer<M, R> answer, M message, CancellableTask task, ActionListener<R> listener) {
        ActionRunnable<R> answering =
                ActionRunnable.supply(listener, () -> answer.answer(message, task));
        shard(message.target().shardId()).ensureShardSearchActive(refreshed -> {
            if (refreshed) {
                executor.execute(answering);
            } else {
                answering.run();
            }
        });
    }

    private IndexShard shard(ShardId shardId) {
        return searchService.getIndicesService().indexServiceSafe(shardId.getIndex())
                .getShard(shardId.id());
    }
}
