package org.nearduplicate.groups;

import org.nearduplicate.sketch.JobMonitor;

/**
 * A set of numbers that tells the place of each among them: a bit for every number below a bound, and a
 * count for every 64. Numbers are ints without a sign. Belongs to one thread.
 */
final class NumberSet {

    private final JobMonitor monitor;
    private final long[] words;
    private final int[] before;
    private int size;

    /**
     * @param bound is above all numbers, up to 2³²
     */
    NumberSet(long bound, JobMonitor monitor) {
        int count = Math.toIntExact(Math.ceilDiv(bound, Long.SIZE));
        this.monitor = monitor;
        monitor.reserve(bytes(count));
        this.words = new long[count];
        this.before = new int[count];
    }

    /** Adds a number, which may be in the set already. */
    void add(int number) {
        words[number >>> 6] |= 1L << number;
    }

    /** Ends the adding. O(bound / 64). */
    void finish() {
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
        return (words[number >>> 6] & 1L << number) != 0;
    }

    /** Returns how many numbers of the set are lower than a number below the bound; after finishing. */
    int place(int number) {
        int word = number >>> 6;
        return before[word] + Long.bitCount(words[word] & (1L << number) - 1);
    }

    /** Returns the numbers, ascending, and asks for their memory; after finishing. O(bound / 64 + numbers). */
    int[] toArray() {
        monitor.reserve(size * (long) Integer.BYTES);
        int[] numbers = new int[size];
        int place = 0;
        for (int word = 0; word < words.length; word++) {
            monitor.checkCancelled(word);
            for (long left = words[word]; left != 0; left &= left - 1) {
                numbers[place++] = word << 6 | Long.numberOfTrailingZeros(left);
            }
        }
        return numbers;
    }

    /** Gives the memory back. */
    void release() {
        monitor.reserve(-bytes(before.length));
    }

    private static long bytes(int words) {
        return words * (long) (Long.BYTES + Integer.BYTES);
    }
}
