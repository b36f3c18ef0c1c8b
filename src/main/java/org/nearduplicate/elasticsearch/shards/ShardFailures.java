package org.nearduplicate.elasticsearch.shards;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;

/** Collects why shards failed where the others are enough for an answer. Not thread-safe. */
public final class ShardFailures {

    private final List<DefaultShardOperationFailedException> failures = new ArrayList<>();

    /**
     * Adds a shard. What is wrong with a request is wrong for every shard, and so is a cancelled job: these are no
     * failures of one of them.
     *
     * @param shardId the shard
     * @param failure what the last of its copies failed with
     * @throws RuntimeException the failure, if it is that of the request
     */
    public void add(ShardId shardId, Throwable failure) {
        RestStatus status = ExceptionsHelper.status(failure);
        if (failure instanceof RuntimeException wrong
                && (wrong instanceof TaskCancelledException
                        || status == RestStatus.BAD_REQUEST
                        || status == RestStatus.FORBIDDEN)) {
            throw wrong;
        }
        failures.add(
                new DefaultShardOperationFailedException(
                        shardId.getIndexName(), shardId.id(), failure));
    }

    /**
     * Checks that there is a shard that did not fail, if there is any.
     *
     * @param shards how many there are
     * @throws ElasticsearchStatusException if all of them failed, with the status of the first
     */
    public void requireFewerThan(int shards) {
        if (failures.isEmpty() == false && failures.size() == shards) {
            throw new ElasticsearchStatusException(
                    "no shard could be read", failures.getFirst().status(),
                    failures.getFirst().getCause());
        }
    }

    /** Returns the failures, one for each shard. */
    public List<DefaultShardOperationFailedException> list() {
        return List.copyOf(failures);
    }
}
