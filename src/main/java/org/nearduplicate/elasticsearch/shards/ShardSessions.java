package org.nearduplicate.elasticsearch.shards;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterStateListener;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.IndexEventListener;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;

/**
 * The open sessions of a node. A session ends when its job closes it, when its shard closes, when the
 * node of its job leaves the cluster, or when it was not used for some time. Safe for use by several
 * threads.
 */
public final class ShardSessions implements ClusterStateListener, IndexEventListener {

    /** After this time without a message a session is taken for forgotten. */
    static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(10);

    private final Map<String, ShardSession> sessions = new ConcurrentHashMap<>();

    /** Returns the number of open sessions. */
    public int size() {
        return sessions.size();
    }

    /**
     * Adds a session.
     *
     * @throws ElasticsearchStatusException if it is in another one, which is closed
     */
    void add(ShardSession session, long nowMillis) {
        session.lastUsedMillis().set(nowMillis);
        sessions.put(session.id(), session);
        if (session.outer() != null && sessions.containsKey(session.outer()) == false) {
            // Closed before this one could be closed with it.
            close(session.id());
            throw closed();
        }
    }

    /**
     * Returns a session for the time of one message, which has to release it.
     *
     * @param indices what the sender of the message is let read: the number of a session is no right
     * @throws ElasticsearchStatusException if it is closed, or was opened for other indices
     */
    ShardSession acquire(String id, String[] indices, long nowMillis) {
        ShardSession session = sessions.get(id);
        if (session == null || Arrays.equals(session.indices(), indices) == false
                || session.readers().tryIncRef() == false) {
            throw closed();
        }
        session.lastUsedMillis().set(nowMillis);
        return session;
    }

    private static ElasticsearchStatusException closed() {
        return new ElasticsearchStatusException(
                "the view of the shard is closed: the shard was moved, or not read for [{}]",
                RestStatus.SERVICE_UNAVAILABLE, KEEP_ALIVE);
    }

    /** Closes a session, and those that are in it. */
    void close(String id) {
        ShardSession session = sessions.remove(id);
        if (session != null) {
            session.readers().decRef();
            closeIf(inner -> id.equals(inner.outer()));
        }
    }

    /** Closes the sessions that were not used for {@link #KEEP_ALIVE}. */
    void closeForgotten(long nowMillis) {
        long oldest = nowMillis - KEEP_ALIVE.millis();
        closeIf(session -> session.lastUsedMillis().get() < oldest);
    }

    @Override
    public void clusterChanged(ClusterChangedEvent event) {
        if (event.nodesRemoved()) {
            event.nodesDelta()
                    .removedNodes()
                    .forEach(node -> closeIf(session -> session.jobNode().equals(node.getId())));
        }
    }

    @Override
    public void beforeIndexShardClosed(
            ShardId shardId, IndexShard indexShard, Settings indexSettings) {
        closeIf(session -> session.shardId().equals(shardId));
    }

    private void closeIf(Predicate<ShardSession> condition) {
        sessions.values().stream().filter(condition).map(ShardSession::id).forEach(this::close);
    }
}
