package org.nearduplicate.groups.request;

import org.nearduplicate.job.JobMonitor;

/** Watches a job for groups: gets reports of how far it is. */
public interface GroupsProgress extends JobMonitor {

    /** Lets a job do as it likes. */
    GroupsProgress NONE = new GroupsProgress() {};

    /** Reports that about this share of the band terms has been scanned, in [0,1]; 1 comes last. */
    default void walked(double share) {}

    /** Reports how many pairs of distinct signatures have been compared, and how many were verified. */
    default void compared(long compared, long verified) {}

    /** Reports how many groups were found so far, and of what share of the documents that may be in some, in [0,1]. */
    default void grouped(long groups, double share) {}
}
