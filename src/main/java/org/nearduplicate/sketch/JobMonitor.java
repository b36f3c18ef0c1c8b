package org.nearduplicate.sketch;

/** Watches a job from outside: asked for memory, and able to stop it. Called by the thread of the job. */
public interface JobMonitor extends MemoryBudget {

    /** Lets a job do as it likes. */
    JobMonitor NONE = new JobMonitor() {};

    /**
     * Called so often that a job stops within a fraction of a second.
     *
     * @throws RuntimeException of its own choice to stop the job
     */
    default void checkCancelled() {}

    @Override
    default void reserve(long bytes) {}
}
