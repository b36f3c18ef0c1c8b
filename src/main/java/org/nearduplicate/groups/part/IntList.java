package org.nearduplicate.groups.part;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.groups.request.TooLargeException;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.IntSorter;

/** A growing list of ints that charges for its memory. Not thread-safe. */
final class IntList {

    private final JobMonitor monitor;
    private int[] values = new int[0];
    private int size;

    IntList(JobMonitor monitor) {
        this.monitor = monitor;
    }

    void add(int value) {
        if (size == values.length) {
            grow();
        }
        values[size++] = value;
    }

    int get(int i) {
        return values[i];
    }

    void set(int i, int value) {
        values[i] = value;
    }

    int size() {
        return size;
    }

    /** Sorts the values from {@code from} to before {@code to}. */
    void sort(int from, int to) {
        Arrays.sort(values, from, to);
    }

    /** Sorts these values in an order of their own. */
    void sort(int from, int to, IntBinaryOperator order) {
        IntSorter.sort(values, from, to, order, monitor);
    }

    /** Forgets all values but the first ones. */
    void truncate(int newSize) {
        size = newSize;
    }

    /** Returns a copy of the values. */
    int[] toArray() {
        return ArrayUtil.copyOfSubArray(values, 0, size);
    }

    /** Forgets the values, and gives the memory back. */
    void release() {
        monitor.reserve(-bytes(values));
        values = new int[0];
        size = 0;
    }

    private void grow() {
        int[] grown = ints(grownLength(size), monitor);
        System.arraycopy(values, 0, grown, 0, size);
        monitor.reserve(-bytes(values));
        values = grown;
    }

    /** Returns as many zeros, and charges for their memory. */
    static int[] ints(int count, JobMonitor monitor) {
        monitor.reserve(count * (long) Integer.BYTES);
        return new int[count];
    }

    /** Replaces counts by the sums of the counts up to them. */
    static void sum(int[] counts) {
        for (int i = 1; i < counts.length; i++) {
            counts[i] += counts[i - 1];
        }
    }

    /**
     * Returns how long an array becomes that is full.
     *
     * @throws TooLargeException if no array is longer
     */
    static int grownLength(int size) {
        return ArrayUtil.oversize(requireArray(size + 1L), Integer.BYTES);
    }

    /**
     * Checks that an array can be so long.
     *
     * @throws TooLargeException if not
     */
    static int requireArray(long length) {
        if (length > ArrayUtil.MAX_ARRAY_LENGTH) {
            throw new TooLargeException(
                    "the documents, or the band terms or pairs that they have in common, are too many for one run: an array of ["
                            + length + "] is needed; ask about fewer of them by [query]");
        }
        return (int) length;
    }

    private static long bytes(int[] values) {
        return values.length * (long) Integer.BYTES;
    }
}
