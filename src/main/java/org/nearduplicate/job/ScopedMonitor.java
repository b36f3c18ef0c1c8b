package org.nearduplicate.job;

import java.io.Closeable;

/**
 * The monitor of one step of a job. Closing it gives back all memory that the step reserved and still has, also if the
 * step failed. Not thread-safe.
 */
public class ScopedMonitor implements JobMonitor, Closeable {

    private final JobMonitor monitor;
    private long reserved;

    /** @param monitor that of the job, which is charged and may stop the step */
    public ScopedMonitor(JobMonitor monitor) {
        this.monitor = monitor;
    }

    @Override
    public void checkCancelled() {
        monitor.checkCancelled();
    }

    @Override
    public void reserve(long bytes) {
        monitor.reserve(bytes);
        reserved += bytes;
    }

    @Override
    public void close() {
        monitor.reserve(-reserved);
        reserved = 0;
    }
}
