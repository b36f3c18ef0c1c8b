package org.nearduplicate.elasticsearch.shards;

import org.elasticsearch.tasks.CancellableTask;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Watches one message to a shard: stopped with its task, charged to the account of its session.
 *
 * @param task the task of the message
 * @param account the account
 */
record ShardMonitor(CancellableTask task, BreakerAccount account) implements JobMonitor {

    @Override
    public void checkCancelled() {
        task.ensureNotCancelled();
    }

    @Override
    public void reserve(long bytes) {
        account.charge(bytes);
    }
}
