package org.nearduplicate.elasticsearch.tuning;

import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.shards.BreakerAccount;
import org.nearduplicate.tuning.ShingleSetting;
import org.nearduplicate.tuning.TuningProgress;

/**
 * Watches a run, while it waits for searches and while it measures: stopped with its task, which shows
 * its progress, and charged to an account.
 *
 * @param task the task
 * @param account the account
 */
record TuneMonitor(ProgressTask<TuneStatus> task, BreakerAccount account)
        implements TuningProgress {

    @Override
    public void checkCancelled() {
        task.ensureNotCancelled();
    }

    @Override
    public void reserve(long bytes) {
        account.charge(bytes);
    }

    /** Tells how many documents of the sample were read. */
    void sampled(int documents) {
        task.progress(status -> status.sampled(documents));
    }

    @Override
    public void comparing(ShingleSetting shingles) {
        task.progress(TuneStatus::comparing);
    }

    @Override
    public void measured(int settings, int total) {
        task.progress(status -> status.measured(settings, total));
    }
}
