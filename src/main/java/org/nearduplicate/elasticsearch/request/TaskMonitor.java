package org.nearduplicate.elasticsearch.request;

import org.elasticsearch.tasks.CancellableTask;
import org.nearduplicate.job.JobMonitor;

/** Watches what a task does: stopped with it, and charged to an account. */
public class TaskMonitor implements JobMonitor {

    private final CancellableTask task;
    private final BreakerAccount account;

    /** Creates a monitor. */
    public TaskMonitor(CancellableTask task, BreakerAccount account) {
        this.task = task;
        this.account = account;
    }

    @Override
    public final void checkCancelled() {
        task.ensureNotCancelled();
    }

    @Override
    public final void reserve(long bytes) {
        account.charge(bytes);
    }
}
