package org.nearduplicate.groups;

/**
 * Watches a job from outside: told how far it is, asked for memory, and able to stop it. Called by the
 * thread of the job.
 */
public interface JobMonitor {

    /** Lets a job do as it likes. */
    JobMonitor NONE = new JobMonitor() {};

    /**
     * Called so often that a job stops within a fraction of a second.
     *
     * @throws RuntimeException of its own choice to stop the job
     */
    default void checkCancelled() {}

    /**
     * Asks for memory before it is allocated, or gives it back.
     *
     * @param bytes how much; negative to give back
     * @throws RuntimeException of its own choice if that is too much
     */
    default void reserve(long bytes) {}

    /** Tells that about this share of the band terms has been walked, in [0,1]; 1 comes last. */
    default void walked(double share) {}

    /** Tells how many pairs of distinct contents have been compared, and how many were verified. */
    default void compared(long compared, long verified) {}

    /** Tells how many groups were found. */
    default void grouped(int groups) {}
}
