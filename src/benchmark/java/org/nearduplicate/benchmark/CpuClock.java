package org.nearduplicate.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Tells the processor time of the calling thread. What is measured runs in one thread and reads what is
 * in memory, so on an idle machine that is the time on the clock; on a busy one it still tells what the
 * work costs.
 */
public final class CpuClock {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuClock() {}

    /** Returns nanoseconds since some time. */
    public static long nanos() {
        return THREADS.getCurrentThreadCpuTime();
    }
}
