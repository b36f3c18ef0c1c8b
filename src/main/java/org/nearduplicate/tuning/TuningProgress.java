package org.nearduplicate.tuning;

import org.nearduplicate.job.JobMonitor;

/** Watches a parameter search, which reports its progress. */
public interface TuningProgress extends JobMonitor {

    /** Reports that the exact similarities for one more shingle setting are computed now. */
    default void comparing() {}

    /** Reports how many settings are measured, of all. */
    default void measured(int settings, int total) {}
}
