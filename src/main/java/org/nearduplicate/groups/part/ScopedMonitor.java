package org.nearduplicate.groups.part;

import java.io.Closeable;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.TooLargeException;

/**
 * The memory of a range or a part of a job, which is given back when it ends. What is compared in it adds to what was
 * before; what is walked of it tells nothing of the job. Belongs to one thread.
 */
public final class ScopedMonitor implements GroupsProgress, Closeable {

    private final GroupsProgress job;
    private final long comparedBefore;
    private final long verifiedBefore;
    private String holds;
    private long reserved;

    /**
     * @param comparedBefore the pairs of contents that were compared before
     * @param verifiedBefore how many of them were verified
     */
    public ScopedMonitor(GroupsProgress job, long comparedBefore, long verifiedBefore) {
        this.job = job;
        this.comparedBefore = comparedBefore;
        this.verifiedBefore = verifiedBefore;
    }

    /**
     * Says what the memory is for, which is told if there is not enough.
     *
     * @param what it is
     * @param documents how many documents that are
     */
    public void holds(String what, long documents) {
        holds = what + " of [" + documents + "] documents: more memory than there is";
    }

    @Override
    public void reserve(long bytes) {
        try {
            job.reserve(bytes);
        } catch (RuntimeException e) {
            if (holds != null) {
                e.addSuppressed(new TooLargeException(holds));
            }
            throw e;
        }
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
}
