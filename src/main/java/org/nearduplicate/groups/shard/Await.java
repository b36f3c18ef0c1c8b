package org.nearduplicate.groups.shard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.nearduplicate.job.JobMonitor;

/** How the thread of a job waits for what others do. */
public final class Await {

    private static final long CHECK_MILLIS = 100;

    private Await() {}

    /**
     * Waits for an answer, and stops waiting when the job is cancelled.
     *
     * @throws RuntimeException what the answer failed with, or what the monitor stopped the job with
     */
    public static <T> T answer(CompletableFuture<T> answer, JobMonitor monitor) {
        while (true) {
            monitor.checkCancelled();
            try {
                return answer.get(CHECK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                continue;
            } catch (ExecutionException e) {
                throw unchecked(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw interrupted(e);
            }
        }
    }

    /**
     * Waits for some time, and stops waiting when the job is cancelled.
     *
     * @throws RuntimeException what the monitor stopped the job with
     */
    public static void pause(Duration time, JobMonitor monitor) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            monitor.checkCancelled();
            if (Thread.currentThread().isInterrupted()) {
                // It would not be parked any more.
                throw interrupted(null);
            }
            LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(CHECK_MILLIS)));
        }
    }

    private static IllegalStateException interrupted(InterruptedException cause) {
        return new IllegalStateException("interrupted while waiting", cause);
    }

    private static RuntimeException unchecked(Throwable cause) {
        return switch (cause) {
            case RuntimeException e -> e;
            case IOException e -> new UncheckedIOException(e);
            case Error e -> throw e;
            default -> new IllegalStateException(cause);
        };
    }
}
