package org.nearduplicate.groups;

import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.sketch.JobMonitor;

/**
 * A set of numbers that tells the place of each among them: a bit for every number below a bound, and a
 * count for every 64. Belongs to one thread.
 */
final class NumberSet {

    private final JobMonitor monitor;
    private final FixedBitSet bits;
    private final int[] before;
    private int size;

    /**
     * @param bound is above all numbers
     */
    NumberSet(int bound, JobMonitor monitor) {
        int words = FixedBitSet.bits2words(bound);
        this.monitor = monitor;
        monitor.reserve(bytes(words));
        this.bits = new FixedBitSet(bound);
        this.before = new int[words];
    }

    /** Adds a number, which may be in the set already. */
    void add(int number) {
        bits.set(number);
    }

    /** Ends the adding. O(bound / 64). */
    void finish() {
        long[] words = bits.getBits();
        for (int i = 0; i < before.length; i++) {
            before[i] = size;
            size += Long.bitCount(words[i]);
        }
    }

    /** Returns how many numbers there are; after finishing. */
    int size() {
        return size;
    }

    /** Returns whether a number below the bound is in the set. */
    boolean contains(int number) {
        return bits.get(number);
    }

    /** Returns how many numbers of the set are lower than a number below the bound; after finishing. */
    int place(int number) {
        long lower = (1L << number) - 1;
        int word = number >> 6;
        return before[word] + Long.bitCount(bits.getBits()[word] & lower);
    }

    /** Returns the next number of the set from one below the bound on, which there has to be. */
    int next(int number) {
        return bits.nextSetBit(number);
    }

    /** Gives the memory back. */
    void release() {
        monitor.reserve(-bytes(before.length));
    }

    private static long bytes(int words) {
        return words * (long) (Long.BYTES + Integer.BYTES);
    }
}
