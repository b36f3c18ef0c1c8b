package org.nearduplicate.elasticsearch.groups;

import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.groups.request.GroupsProgress;

/** Watches a run, whose task shows its progress. */
final class GroupsMonitor extends TaskMonitor implements GroupsProgress {

    private final ProgressTask<GroupsStatus> task;

    GroupsMonitor(ProgressTask<GroupsStatus> task, BreakerAccount account) {
        super(task, account);
        this.task = task;
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
    public void grouped(long groups, double share) {
        task.progress(status -> status.grouped(groups, share));
    }
}
