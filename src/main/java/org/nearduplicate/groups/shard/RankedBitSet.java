package org.nearduplicate.groups.shard;

import java.util.function.IntPredicate;
import org.apache.lucene.util.LongBitSet;
import org.nearduplicate.job.JobMonitor;

/**
 * A set of numbers that gives the place of each among them: a bit for every number below a bound, and a
 * count for every 64. Numbers are ints without a sign. Not thread-safe.
 */
public final class RankedBitSet {

    private final JobMonitor monitor;
    private final LongBitSet bits;
    private final int[] before;
    private int size;

    /** @param bound is above all numbers, up to 2³² */
    public RankedBitSet(long bound, JobMonitor monitor) {
        int words = LongBitSet.bits2words(bound);
        this.monitor = monitor;
        monitor.reserve(bytes(words));
        this.bits = new LongBitSet(bound);
        this.before = new int[words];
    }

    /** Adds a number; false if it is in the set already. */
    public boolean add(int number) {
        return !bits.getAndSet(Integer.toUnsignedLong(number));
    }

    /**
     * Adds some numbers.
     *
     * @param numbers any of which may be in the set already
     * @param which selects the places of those that are added
     */
    public void addAll(int[] numbers, IntPredicate which) {
        for (int i = 0; i < numbers.length; i++) {
            monitor.checkCancelled(i);
            if (which.test(i)) {
                add(numbers[i]);
            }
        }
    }

    /** Counts the numbers, to be called again once more were added, and returns how many there are. O(bound / 64). */
    public int finish() {
        long[] words = bits.getBits();
        size = 0;
        for (int i = 0; i < before.length; i++) {
            before[i] = size;
            size += Long.bitCount(words[i]);
        }
        return size;
    }

    /** Returns how many numbers there are; after finishing. */
    public int size() {
        return size;
    }

    /** Returns whether a number below the bound is in the set. */
    public boolean contains(int number) {
        return bits.get(Integer.toUnsignedLong(number));
    }

    /** Returns how many numbers of the set are lower than a number below the bound; after finishing. */
    public int place(int number) {
        int word = number >>> 6;
        long lower = (1L << number) - 1;
        return before[word] + Long.bitCount(bits.getBits()[word] & lower);
    }

    /** Returns the numbers, ascending, and charges for their memory; after finishing. O(bound / 64 + numbers). */
    public int[] toArray() {
        monitor.reserve(size * (long) Integer.BYTES);
        int[] numbers = new int[size];
        long next = -1;
        for (int place = 0; place < size; place++) {
            monitor.checkCancelled(place);
            next = bits.nextSetBit(next + 1);
            numbers[place] = (int) next;
        }
        return numbers;
    }

    public void release() {
        monitor.reserve(-bytes(before.length));
    }

    private static long bytes(int words) {
        return words * (long) (Long.BYTES + Integer.BYTES);
    }
}
