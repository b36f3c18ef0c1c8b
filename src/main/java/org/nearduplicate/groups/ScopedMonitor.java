package org.nearduplicate.groups;

import java.io.Closeable;

/**
 * The memory of a range or a part of a job, which is given back when it ends. What is compared in it adds to what was
 * before; a walk of parts is no progress of the walk. Belongs to one thread.
 */
final class ScopedMonitor implements GroupsProgress, Closeable {

    private final GroupsProgress job;
    private final GroupsTally tally;
    private long reserved;

    /**
     * @param tally has what was counted before
     */
    ScopedMonitor(GroupsProgress job, GroupsTally tally) {
        this.job = job;
        this.tally = tally;
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
        job.compared(tally.comparisons() + compared, tally.verifiedContentPairs() + verified);
    }
}
