package org.nearduplicate.elasticsearch.shards;

import org.elasticsearch.common.UUIDs;
import org.elasticsearch.core.AbstractRefCounted;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.groups.ShardReader;

/**
 * One view of a shard, kept for a job on the node that holds the shard. Messages may read it at the same
 * time; it is closed when the last of them is answered.
 */
final class ShardSession extends AbstractRefCounted {

    private final String id = UUIDs.randomBase64UUID();
    private final ShardId shardId;
    private final String jobNode;
    private final ShardDescription description;
    private final ShardReader reader;
    private final NameReader names;
    private final BreakerAccount account;
    private final Releasable resources;
    private volatile long lastUsedMillis;

    /**
     * @param jobNode the node that runs the job
     * @param description what the shard tells of itself
     * @param resources what the readers read, closed with this
     */
    ShardSession(
            ShardId shardId,
            String jobNode,
            ShardDescription description,
            ShardReader reader,
            NameReader names,
            BreakerAccount account,
            Releasable resources) {
        this.shardId = shardId;
        this.jobNode = jobNode;
        this.description = description;
        this.reader = reader;
        this.names = names;
        this.account = account;
        this.resources = resources;
    }

    String id() {
        return id;
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
        lastUsedMillis = nowMillis;
    }

    long lastUsedMillis() {
        return lastUsedMillis;
    }

    @Override
    protected void closeInternal() {
        Releasables.close(resources, account);
    }
}
