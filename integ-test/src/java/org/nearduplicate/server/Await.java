package org.nearduplicate.server;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Waits for what another process does. Nothing notifies us of a file that it writes or of a port that
 * it opens, so it is looked for again and again, until a deadline.
 */
public final class Await {

    /**
     * How long anything may take at most that another process does: no test may fail because its machine is busy, and
     * the caller goes on as soon as it is done.
     */
    public static final Duration LIMIT = Duration.ofMinutes(15);

    private static final long INTERVAL_MILLIS = 100;

    private Await() {}

    /** Looks once whether something is so. */
    @FunctionalInterface
    public interface Condition {

        /** Returns whether it is. */
        boolean holds() throws IOException, InterruptedException;
    }

    /**
     * Waits until something is so.
     *
     * @throws ServerFailure as {@link #found} does
     */
    public static void until(Condition condition, Supplier<String> expired)
            throws IOException, InterruptedException {
        found(() -> condition.holds() ? Optional.of(true) : Optional.empty(), expired);
    }

    /** Looks for something once. */
    @FunctionalInterface
    public interface Probe<T> {

        /** Returns what it sees, or nothing yet. */
        Optional<T> look() throws IOException, InterruptedException;
    }

    /**
     * Waits until a probe finds something.
     *
     * @param expired says what was waited for in vain
     * @throws ServerFailure when the probe has found nothing within {@link #LIMIT}
     */
    public static <T> T found(Probe<T> probe, Supplier<String> expired)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            Optional<T> found = probe.look();
            if (found.isPresent()) {
                return found.get();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new ServerFailure(expired.get());
            }
            TimeUnit.MILLISECONDS.sleep(INTERVAL_MILLIS);
        }
    }
}
