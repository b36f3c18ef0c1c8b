package org.nearduplicate.groups;

import java.io.Closeable;

/**
 * The memory of a range or a part of a job, which is given back when it ends. What is compared in it adds to what was
 * before; what is walked of it tells nothing of the job. Belongs to one thread.
 */
final class ScopedMonitor implements GroupsProgress, Closeable {

    private final GroupsProgress job;
    private final long comparedBefore;
    private final long verifiedBefore;
    private long reserved;

    /**
     * @param comparedBefore the pairs of contents that were compared before
     * @param verifiedBefore how many of them were verified
     */
    ScopedMonitor(GroupsProgress job, long comparedBefore, long verifiedBefore) {
        this.job = job;
        this.comparedBefore = comparedBefore;
        this.verifiedBefore = verifiedBefore;
    }

    @Override
    public void reserve(long bytes) {
        job.reserve(bytes);
        reserved += bytes;
    }

    @Override
    public void close() {
        job.reserve(-reserved);
        reserved = 0;
    }

    @Override
    public void checkCancelled() {
        job.checkCancelled();
    }

    @Override
    public void compared(long compared, long verified) {
        job.compared(comparedBefore + compared, verifiedBefore + verified);
    }

    @Override
    public void grouped(long groups, double share) {
        job.grouped(groups, share);
    }
}
