package org.nearduplicate.benchmark.groups;

import java.lang.management.ManagementFactory;
import org.nearduplicate.benchmark.CpuClock;
import org.nearduplicate.groups.request.GroupsProgress;

/**
 * Watches one job: when its phases ended, and how much memory it asked for. If told so, it also
 * measures what the heap really holds, whenever what the job asked for has changed by some megabytes; that takes a garbage collection each, so it is not done in a run that is timed.
 */
final class JobProbe implements GroupsProgress {

    private static final long STEP = 4 << 20;

    private final boolean measureHeap;
    private final long heapBefore;
    private long reserved;
    private long peak;
    private long measuredAt;
    private long heapPeak;
    private long heapAboveReserved = Long.MIN_VALUE;
    private long walkedNanos;
    private long comparedNanos;

    JobProbe(boolean measureHeap) {
        this.measureHeap = measureHeap;
        this.heapBefore = measureHeap ? heap() : 0;
    }

    @Override
    public void reserve(long bytes) {
        reserved += bytes;
        if (reserved > peak) {
            peak = reserved;
        }
    }

    /** Called between steps: within a call of {@link #reserve} things are neither here nor there. */
    @Override
    public void checkCancelled() {
        if (measureHeap && Math.abs(reserved - measuredAt) >= STEP) {
            measureHeap();
        }
    }

    @Override
    public void walked(double share) {
        walkedNanos = CpuClock.nanos();
        if (measureHeap) {
            measureHeap();
        }
    }

    @Override
    public void compared(long compared, long verified) {
        comparedNanos = CpuClock.nanos();
    }

    @Override
    public void grouped(long groups, double share) {
        if (measureHeap) {
            measureHeap();
        }
    }

    /** Returns when the walk ended, as {@link CpuClock} counts. */
    long walkedNanos() {
        return walkedNanos;
    }

    /** Returns when the comparisons ended, as {@link CpuClock} counts. */
    long comparedNanos() {
        return comparedNanos;
    }

    /** Returns the most bytes that the job had asked for at any time. */
    long peak() {
        return peak;
    }

    /** Returns the bytes that the job has asked for and not given back. */
    long reserved() {
        return reserved;
    }

    /** Returns the most bytes on the heap, beyond those before the job. */
    long heapPeak() {
        return heapPeak;
    }

    /** Returns by how many bytes the heap exceeded what the job had asked for, at worst. */
    long heapAboveReserved() {
        return heapAboveReserved;
    }

    private void measureHeap() {
        measuredAt = reserved;
        long heap = heap() - heapBefore;
        heapPeak = Math.max(heapPeak, heap);
        heapAboveReserved = Math.max(heapAboveReserved, heap - reserved);
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
