package org.nearduplicate.tuning;

import java.io.Closeable;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The monitor of one step of a search. Closing it gives back all memory that the step reserved and still has, also if the step failed.
 * Not thread-safe.
 */
final class ScopedMonitor implements JobMonitor, Closeable {

    private final JobMonitor monitor;
    private long reserved;

    ScopedMonitor(JobMonitor monitor) {
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
    }
}
