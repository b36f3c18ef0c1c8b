package org.nearduplicate.tuning;

import org.nearduplicate.sketch.JobMonitor;

/** Watches a parameter search: told how far it is. */
public interface TuningProgress extends JobMonitor {

    /** Lets a search do as it likes. */
    TuningProgress NONE = new TuningProgress() {};

    /** Tells that the exact similarities of the sample are being computed for one more shingle setting. */
    default void comparing() {}

    /** Tells that some settings are measured, of so many. */
    default void measured(int settings, int total) {}
}
