package org.nearduplicate.groups;

import java.util.HashMap;
import java.util.Map;
import org.nearduplicate.groups.request.GroupsProgress;

/**
 * Counts what is charged to a job, and stops it at a number of checks or bytes. Fails when more memory is
 * given back than was charged.
 */
public final class CountingMonitor implements GroupsProgress {

    private static final StackWalker CALLERS = StackWalker.getInstance();

    private final long maxChecks;
    private final long maxBytes;
    private final Map<String, Integer> checksByCaller = new HashMap<>();
    private long checks;
    private long reserved;
    private long charged;
    private long peak;

    private CountingMonitor(long maxChecks, long maxBytes) {
        this.maxChecks = maxChecks;
        this.maxBytes = maxBytes;
    }

    public static CountingMonitor unlimited() {
        return new CountingMonitor(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** A monitor that allows so many checks; the next one and all others throw {@link Stopped}. */
    public static CountingMonitor ofChecks(long maxChecks) {
        return new CountingMonitor(maxChecks, Long.MAX_VALUE);
    }

    /** A monitor that allows so many bytes, and throws {@link Stopped} if more is charged. */
    public static CountingMonitor ofBytes(long maxBytes) {
        return new CountingMonitor(Long.MAX_VALUE, maxBytes);
    }

    /** What a job is stopped with. */
    public static final class Stopped extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    @Override
    public void checkCancelled() {
        checks++;
        if (checks > maxChecks) {
            throw new Stopped();
        }
        String caller = CALLERS.walk(
                frames -> frames.map(StackWalker.StackFrame::getClassName)
                        .filter(name -> name.endsWith("Monitor") == false)
                        .findFirst()
                        .orElseThrow());
        checksByCaller.merge(caller.replaceFirst(".*\\.", ""), 1, Integer::sum);
    }

    @Override
    public void reserve(long bytes) {
        if (bytes > maxBytes - reserved) {
            throw new Stopped();
        }
        reserved += bytes;
        charged += Math.max(0, bytes);
        peak = Math.max(peak, reserved);
        if (reserved < 0) {
            throw new AssertionError("gave back " + -reserved + " bytes too many");
        }
    }

    public long checks() {
        return checks;
    }

    /** Returns how often each class charged, by its simple name. */
    public Map<String, Integer> checksByCaller() {
        return checksByCaller;
    }

    /** Returns the bytes charged and not given back. */
    public long reserved() {
        return reserved;
    }

    /** Returns the bytes charged so far, given back or not. */
    public long asked() {
        return charged;
    }

    /** Returns the most bytes that were reserved at a time. */
    public long peak() {
        return peak;
    }
}
