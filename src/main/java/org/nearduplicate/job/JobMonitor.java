package org.nearduplicate.job;

/** Watches a job: it is charged for memory, and can stop the job. Called by the thread of the job. */
public interface JobMonitor extends MemoryBudget {

    /** Charges nothing, and never stops a job. */
    JobMonitor NONE = new JobMonitor() {};

    /** Returns a monitor that charges a budget, of a job that cannot be stopped. */
    static JobMonitor of(MemoryBudget budget) {
        return new JobMonitor() {

            @Override
            public void reserve(long bytes) {
                budget.reserve(bytes);
            }
        };
    }

    /**
     * Called so often that a job stops within a fraction of a second.
     *
     * @throws RuntimeException of its own choice to stop the job
     */
    default void checkCancelled() {}

    /**
     * Called in each step of a long loop, which takes microseconds at most; checks in every 4,096th.
     *
     * @param step the number of the step, from 0
     * @throws RuntimeException as {@link #checkCancelled()}
     */
    default void checkCancelled(int step) {
        if ((step + 1) % 4_096 == 0) {
            checkCancelled();
        }
    }

    @Override
    default void reserve(long bytes) {}
}
