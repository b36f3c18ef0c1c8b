package org.nearduplicate.elasticsearch.ingest;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.request.InContext;

/**
 * Waits until searches see what shards wrote: asks each primary, at most once at a time, to answer when a refresh shows
 * a write. Safe for use by several threads.
 */
final class RefreshWatch {

    private static final TimeValue RETRY = TimeValue.timeValueSeconds(1);

    private final Client client;
    private final ThreadPool threadPool;
    private final ObjLongConsumer<ShardId> visible;
    private final Consumer<ShardId> gone;
    private final Map<ShardId, Long> awaited = new HashMap<>();

    /**
     * @param visible hears that all writes of a shard up to a sequence number are seen
     * @param gone hears that the index of a shard is gone
     */
    RefreshWatch(
            Client client, ThreadPool threadPool, ObjLongConsumer<ShardId> visible,
            Consumer<ShardId> gone) {
        this.client = client;
        this.threadPool = threadPool;
        this.visible = visible;
        this.gone = gone;
    }

    /** Waits for a write of a shard. */
    void await(ShardId shard, long sequenceNumber) {
        boolean isFirst;
        synchronized (awaited) {
            isFirst = awaited.containsKey(shard) == false;
            awaited.merge(shard, sequenceNumber, Math::max);
        }
        if (isFirst) {
            ask(shard, sequenceNumber);
        }
    }

    /** Not with the rights of a user: nothing is read. */
    private void ask(ShardId shard, long sequenceNumber) {
        ThreadContext context = threadPool.getThreadContext();
        InContext.run(context.stashContext(), () -> {
            context.markAsSystemContext();
            ActionListener.run(
                    ActionListener.<ActionResponse.Empty>wrap(
                            seen -> seen(shard, sequenceNumber),
                            failure -> failed(shard, sequenceNumber, failure)),
                    answer -> client.execute(
                            TransportRefreshAction.TYPE, new RefreshRequest(shard, sequenceNumber),
                            answer));
        });
    }

    private void seen(ShardId shard, long upTo) {
        visible.accept(shard, upTo);
        long next;
        synchronized (awaited) {
            next = awaited.get(shard);
            if (next <= upTo) {
                awaited.remove(shard);
                return;
            }
        }
        ask(shard, next);
    }

    /**
     * A primary that moves is asked again where it is then. That it has not the index is no news from a node that it left:
     * only what this node knows of the cluster counts. A primary that never gave the number was made of an older copy: the
     * write is lost, and there is nothing to wait for.
     */
    private void failed(ShardId shard, long sequenceNumber, Exception failure) {
        if (failure instanceof IndexNotFoundException) {
            synchronized (awaited) {
                awaited.remove(shard);
            }
            gone.accept(shard);
            return;
        }
        if (ExceptionsHelper.unwrapCause(failure) instanceof IllegalArgumentException) {
            seen(shard, sequenceNumber);
            return;
        }
        try {
            threadPool.schedule(() -> askAgain(shard), RETRY, threadPool.generic());
        } catch (EsRejectedExecutionException e) {
            // The node stops.
        }
    }

    private void askAgain(ShardId shard) {
        long sequenceNumber;
        synchronized (awaited) {
            sequenceNumber = awaited.get(shard);
        }
        ask(shard, sequenceNumber);
    }
}
