package org.nearduplicate.elasticsearch.groups;

import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.shards.BreakerAccount;
import org.nearduplicate.groups.GroupsProgress;

/**
 * Watches a run: stopped with its task, which shows its progress, and charged to an account.
 *
 * @param task the task
 * @param account the account
 */
record GroupsMonitor(ProgressTask<GroupsStatus> task, BreakerAccount account)
        implements GroupsProgress {

    @Override
    public void checkCancelled() {
        task.ensureNotCancelled();
    }

    @Override
    public void reserve(long bytes) {
        account.charge(bytes);
    }

    @Override
    public void walked(double share) {
        task.progress(status -> status.walked(share));
    }

    @Override
    public void compared(long compared, long verified) {
        task.progress(status -> status.compared(compared, verified));
    }

    @Override
    public void grouped(int groups) {
        task.progress(status -> status.grouped(groups));
    }
}
