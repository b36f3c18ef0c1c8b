package org.nearduplicate.integration;

import static org.junit.Assert.assertTrue;

import java.util.concurrent.TimeUnit;

/**
 * How soon after it was cancelled something has to end. A second is promised, and that it is asked for often
 * enough is counted in tests without a clock; here it is seen that work for minutes ends at all, and on all
 * nodes, on a machine that may have much other work.
 */
final class Soon {

    private static final long MILLIS = 20_000;

    private Soon() {}

    /** Checks, and tells, how long it took since a time of {@link System#nanoTime}. */
    static void assertEnded(String what, long startNanos) {
        assertEnded(what, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos), 0);
    }

    /** The same of milliseconds, with some more for what cannot be cancelled. */
    static void assertEnded(String what, long millis, long moreMillis) {
        System.out.println(what + ": ended after " + millis + " ms");
        assertTrue(what + ": ended after " + millis + " ms", millis < MILLIS + moreMillis);
    }
}
