package org.nearduplicate.elasticsearch.groups;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.elasticsearch.tasks.CancellableTask;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.groups.request.GroupsProgress;

/** Watches a run, or a piece of one, and shows its progress. */
final class GroupsMonitor extends TaskMonitor implements GroupsProgress {

    private final Consumer<UnaryOperator<GroupsStatus>> progress;

    GroupsMonitor(
            CancellableTask task, BreakerAccount account,
            Consumer<UnaryOperator<GroupsStatus>> progress) {
        super(task, account);
        this.progress = progress;
    }

    @Override
    public void walked(double share) {
        progress.accept(status -> status.walked(share));
    }

    @Override
    public void compared(long compared, long verified) {
        progress.accept(status -> status.compared(compared, verified));
    }

    @Override
    public void grouped(long groups, double share) {
        progress.accept(status -> status.grouped(groups, share));
    }
}
