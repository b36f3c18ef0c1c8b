package org.nearduplicate.integration;

import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;

/**
 * How soon after it was cancelled something has to end. A second is promised, and that it is asked for often
 * enough is counted in tests without a clock; here it is seen that work for minutes ends at all, and on all
 * nodes. Where a machine has much other work that may take long, but the nodes compute no more for it: it is
 * enough if one of the two is little.
 */
final class Soon {

    private static final long MILLIS = 20_000;

    /** What only waits for something computes nothing, and has to end too. */
    private static final long MOST_MILLIS = 300_000;

    private final RestCalls rest;
    private final long startComputed;
    private final long startNanos;

    private Soon(RestCalls rest) throws IOException {
        this.rest = rest;
        this.startComputed = computedMillis(rest);
        this.startNanos = System.nanoTime();
    }

    /** Begins to measure, right before something is cancelled. */
    static Soon begin(RestCalls rest) throws IOException {
        return new Soon(rest);
    }

    /** Checks, and prints, how long it took until now. */
    void assertEnded(String what) throws IOException {
        assertEnded(what, 0);
    }

    /** The same, with some more milliseconds for what cannot be cancelled. */
    void assertEnded(String what, long moreMillis) throws IOException {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        long computed = computedMillis(rest) - startComputed;
        String ended = what + ": ended after " + millis + " ms, in which the nodes computed for "
                + computed + " ms";
        System.out.println(ended);
        assertTrue(ended, Math.min(millis, computed) < MILLIS + moreMillis);
        assertTrue(ended, millis < MOST_MILLIS + moreMillis);
    }

    /** For how long all nodes have had a processor so far. They look at that once a second. */
    private static long computedMillis(RestCalls rest) throws IOException {
        Answer answer = rest.call("GET", "/_nodes/stats/process").ok();
        long millis = 0;
        for (Object node : ((Map<?, ?>) answer.at("nodes")).keySet()) {
            Object total = answer.at("nodes", node, "process", "cpu", "total_in_millis");
            millis += ((Number) total).longValue();
        }
        return millis;
    }
}
