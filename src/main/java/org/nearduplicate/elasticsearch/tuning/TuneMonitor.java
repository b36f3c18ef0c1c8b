package org.nearduplicate.elasticsearch.tuning;

import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.tuning.TuningProgress;

/** Watches a run, while it waits for searches and while it measures; its task shows its progress. */
final class TuneMonitor extends TaskMonitor implements TuningProgress {

    private final ProgressTask<TuneStatus> task;

    TuneMonitor(ProgressTask<TuneStatus> task, BreakerAccount account) {
        super(task, account);
        this.task = task;
    }

    /** Reports how many documents of the sample were read. */
    void sampled(int documents) {
        task.progress(status -> status.sampled(documents));
    }

    @Override
    public void comparing() {
        task.progress(TuneStatus::comparing);
    }

    @Override
    public void measured(int settings, int total) {
        task.progress(status -> status.measured(settings, total));
    }
}
