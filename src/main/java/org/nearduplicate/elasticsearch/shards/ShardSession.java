package org.nearduplicate.elasticsearch.shards;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.core.AbstractRefCounted;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.groups.shard.ShardReader;
import org.nearduplicate.sketch.JobMonitor;

/**
 * One view of a shard, kept for a job on the node that holds the shard. Messages may read it at the same
 * time; it is closed when the last of them is answered.
 */
final class ShardSession extends AbstractRefCounted {

    private final String id = UUIDs.randomBase64UUID();
    private final String[] indices;
    private final ShardId shardId;
    private final String jobNode;
    private final ShardDescription description;
    private final ShardReader reader;
    private final NameReader names;
    private final BreakerAccount account;
    private final Releasable resources;
    private final String outer;
    private final AtomicLong lastUsedMillis;

    /**
     * @param indices what the job was let read, as it named them
     * @param jobNode the node that runs the job
     * @param description what the shard tells of itself
     * @param resources what the readers read, closed with this
     */
    ShardSession(
            String[] indices,
            ShardId shardId,
            String jobNode,
            ShardDescription description,
            ShardReader reader,
            NameReader names,
            BreakerAccount account,
            Releasable resources) {
        this(
                indices, shardId, jobNode, description, reader, names, account, resources, null,
                new AtomicLong());
    }

    private ShardSession(
            String[] indices,
            ShardId shardId,
            String jobNode,
            ShardDescription description,
            ShardReader reader,
            NameReader names,
            BreakerAccount account,
            Releasable resources,
            String outer,
            AtomicLong lastUsedMillis) {
        this.indices = indices;
        this.shardId = shardId;
        this.jobNode = jobNode;
        this.description = description;
        this.reader = reader;
        this.names = names;
        this.account = account;
        this.resources = resources;
        this.outer = outer;
        this.lastUsedMillis = lastUsedMillis;
    }

    /**
     * Returns a session in this one, which shows some of the documents. It keeps this one open, and is forgotten only
     * with it.
     *
     * @param documents these, ascending
     * @throws IllegalArgumentException if one takes no part
     */
    ShardSession only(int[] documents) {
        BreakerAccount ofSome = account.another();
        boolean success = false;
        try {
            ShardReader some = reader.only(documents, JobMonitor.of(ofSome::charge));
            mustIncRef();
            success = true;
            return new ShardSession(
                    indices, shardId, jobNode, description, some, names, ofSome,
                    this::decRef, id, lastUsedMillis);
        } finally {
            if (success == false) {
                ofSome.close();
            }
        }
    }

    String id() {
        return id;
    }

    /** Returns the identifier of the session in which this one is, or null. */
    String outer() {
        return outer;
    }

    /** Returns whether who is let read these indices may read this: they are those that the job named. */
    boolean isOf(String[] others) {
        return Arrays.equals(indices, others);
    }

    ShardId shardId() {
        return shardId;
    }

    String jobNode() {
        return jobNode;
    }

    ShardDescription description() {
        return description;
    }

    ShardReader reader() {
        return reader;
    }

    NameReader names() {
        return names;
    }

    BreakerAccount account() {
        return account;
    }

    void use(long nowMillis) {
        lastUsedMillis.set(nowMillis);
    }

    long lastUsedMillis() {
        return lastUsedMillis.get();
    }

    @Override
    protected void closeInternal() {
        Releasables.close(account, resources);
    }
}
