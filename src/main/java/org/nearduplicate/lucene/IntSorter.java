package org.nearduplicate.lucene;

import java.util.function.IntBinaryOperator;
import org.apache.lucene.util.IntroSorter;
import org.nearduplicate.job.JobMonitor;

/** Sorts ints by an order of their own, in place. Stops when the job is cancelled. */
public final class IntSorter extends IntroSorter {

    private final int[] values;
    private final IntBinaryOperator order;
    private final JobMonitor monitor;

    private int pivot;
    private int comparisons;

    private IntSorter(int[] values, IntBinaryOperator order, JobMonitor monitor) {
        this.values = values;
        this.order = order;
        this.monitor = monitor;
    }

    /**
     * Sorts ints.
     *
     * @param to the end of the range, exclusive
     * @param order compares two of them as {@link Integer#compare} does
     */
    public static void sort(int[] values, int from, int to, IntBinaryOperator order,
            JobMonitor monitor) {
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
        return order.applyAsInt(a, b);
    }
}
