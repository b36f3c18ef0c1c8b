package org.nearduplicate.groups;

import org.nearduplicate.lucene.IntSorter;
import org.nearduplicate.sketch.BudgetedSort;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Sorts numbers by an order whose comparisons are costly, because what is compared is spread over the
 * memory. Most of it is done on prefixes: each is read once, and sorted beside its number. Belongs to
 * one thread.
 */
final class PrefixSort {

    private final Order order;
    private final JobMonitor monitor;
    private final long[] prefixed;
    private final int[] sorted;

    private PrefixSort(int size, Order order, JobMonitor monitor) {
        this.order = order;
        this.monitor = monitor;
        this.prefixed = new long[size];
        this.sorted = new int[size];
    }

    /** An order that begins with that of some ints. */
    interface Order extends IntSorter.Order {

        /** Returns how many prefixes there are, at least 1. */
        int prefixes();

        /**
         * Returns a prefix of a number. If those before it are equal, a smaller one tells that the
         * number comes first.
         *
         * @param number the number
         * @param i which prefix, from 0
         */
        int prefix(int number, int i);
    }

    /**
     * Returns the numbers from 0 to before {@code size} in order. The caller asks for the memory of the
     * result.
     */
    static int[] sort(int size, Order order, JobMonitor monitor) {
        long bytes = size * (long) Long.BYTES;
        monitor.reserve(bytes);
        PrefixSort sort = new PrefixSort(size, order, monitor);
        for (int number = 0; number < size; number++) {
            monitor.checkCancelled(number);
            sort.prefixed[number] = number;
        }
        sort.sort(0, size, 0);
        monitor.reserve(-bytes);
        return sort.sorted;
    }

    /** Sorts a range whose prefixes before the given one are equal. */
    private void sort(int from, int to, int prefix) {
        monitor.checkCancelled();
        for (int i = from; i < to; i++) {
            monitor.checkCancelled(i);
            prefixed[i] = with(order.prefix(number(i), prefix), number(i));
        }
        BudgetedSort.sort(prefixed, from, to, monitor);
        for (int start = from; start < to;) {
            monitor.checkCancelled(start);
            int end = start + 1;
            while (end < to && prefixed[end] >> Integer.SIZE == prefixed[start] >> Integer.SIZE) {
                end++;
            }
            sortEqual(start, end, prefix);
            start = end;
        }
    }

    private void sortEqual(int from, int to, int prefix) {
        if (to - from > 1 && prefix + 1 < order.prefixes()) {
            sort(from, to, prefix + 1);
            return;
        }
        for (int i = from; i < to; i++) {
            sorted[i] = number(i);
        }
        if (to - from > 1) {
            IntSorter.sort(sorted, from, to, order, monitor);
        }
    }

    private int number(int i) {
        return (int) prefixed[i];
    }

    private static long with(int prefix, int number) {
        return (long) prefix << Integer.SIZE | number;
    }
}
