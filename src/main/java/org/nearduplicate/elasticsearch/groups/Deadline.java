package org.nearduplicate.elasticsearch.groups;

import java.util.concurrent.TimeUnit;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.nearduplicate.sketch.JobMonitor;

/** Stops after some time, and for no other reason. */
final class Deadline implements JobMonitor {

    private final int seconds;
    private final long start = System.nanoTime();

    /** Starts the clock. */
    Deadline(int seconds) {
        this.seconds = seconds;
    }

    @Override
    public void checkCancelled() {
        if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(seconds)) {
            throw new ElasticsearchTimeoutException("no answer within [{}] seconds", seconds);
        }
    }
}
