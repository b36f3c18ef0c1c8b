package org.nearduplicate.elasticsearch.groups;

import java.util.function.Consumer;
import org.elasticsearch.tasks.CancellableTask;
import org.nearduplicate.elasticsearch.groups.GroupsStatus.Phase;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.groups.request.GroupsProgress;

/** Watches a run or a work unit of one, and shows how far it is since it began or began anew. */
final class GroupsMonitor extends TaskMonitor implements GroupsProgress {

    private final Consumer<GroupsStatus> shown;
    private int shards;
    private int failedShards;
    private double walked;
    private long compared;
    private long verified;
    private long groups;
    private double grouped;
    private long written;

    GroupsMonitor(
            CancellableTask task, BreakerAccount account, Consumer<GroupsStatus> shown) {
        super(task, account);
        this.shown = shown;
        show(Phase.OPENING);
    }

    void opened(int total, int failed) {
        shards = total;
        failedShards = failed;
        show(Phase.WALKING);
    }

    /** Shards are scanned at the same time, so that a later report may give a smaller share. */
    @Override
    public void walked(double share) {
        walked = Math.max(walked, share);
        show(share < 1 ? Phase.WALKING : Phase.COMPARING);
    }

    @Override
    public void compared(long pairs, long similar) {
        compared = pairs;
        verified = similar;
        show(Phase.COMPARING);
    }

    @Override
    public void grouped(long found, double share) {
        groups = found;
        grouped = share;
        show(Phase.GROUPING);
    }

    void written(long documents) {
        written = documents;
        show(Phase.GROUPING);
    }

    private void show(Phase phase) {
        shown.accept(
                new GroupsStatus(
                        phase, shards, failedShards, walked, compared, verified, groups, grouped,
                        written));
    }
}
