package org.nearduplicate.groups;

import org.apache.lucene.util.IntroSorter;
import org.nearduplicate.sketch.JobMonitor;

/** Sorts ints by an order of their own, in place. Stops when the job is cancelled. */
final class IntSorter extends IntroSorter {

    /** An order of ints. */
    @FunctionalInterface
    interface Order {

        /** Compares as {@link Integer#compare(int, int)} does. */
        int compare(int a, int b);
    }

    private final int[] values;
    private final Order order;
    private final JobMonitor monitor;

    private int pivot;
    private int comparisons;

    private IntSorter(int[] values, Order order, JobMonitor monitor) {
        this.values = values;
        this.order = order;
        this.monitor = monitor;
    }

    /** Sorts the values from {@code from} to before {@code to}. */
    static void sort(int[] values, int from, int to, Order order, JobMonitor monitor) {
        new IntSorter(values, order, monitor).sort(from, to);
    }

    @Override
    protected void setPivot(int i) {
        pivot = values[i];
    }

    @Override
    protected int comparePivot(int j) {
        return compareValues(pivot, values[j]);
    }

    @Override
    protected int compare(int i, int j) {
        return compareValues(values[i], values[j]);
    }

    @Override
    protected void swap(int i, int j) {
        int value = values[i];
        values[i] = values[j];
        values[j] = value;
    }

    private int compareValues(int a, int b) {
        monitor.checkCancelled(comparisons++);
        return order.compare(a, b);
    }
}
