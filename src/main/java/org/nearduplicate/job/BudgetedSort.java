package org.nearduplicate.job;

import java.util.Arrays;

/**
 * Sorts many numbers by {@link Arrays#sort(long[], int, int)}, and charges the memory that this may take:
 * numbers that ascend in parts are merged, into a copy of them all.
 */
public final class BudgetedSort {

    /** Up to so many numbers (512 KiB) are not charged. */
    public static final int ORDINARY_SIZE = 1 << 16;

    private BudgetedSort() {}

    /**
     * Sorts numbers, in O(n log n).
     *
     * @param numbers get into ascending order
     * @param to after the last
     * @param budget is charged for a copy while they are sorted
     */
    public static void sort(long[] numbers, int from, int to, MemoryBudget budget) {
        if (to - from <= ORDINARY_SIZE) {
            Arrays.sort(numbers, from, to);
            return;
        }
        long copy = Long.BYTES * (long) (to - from);
        budget.reserve(copy);
        try {
            Arrays.sort(numbers, from, to);
        } finally {
            budget.reserve(-copy);
        }
    }

    /** Moves the distinct ones of the first numbers, which ascend, to the front, and returns how many there are. */
    public static int distinct(long[] ascending, int size) {
        int distinct = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || ascending[i] != ascending[distinct - 1]) {
                ascending[distinct++] = ascending[i];
            }
        }
        return distinct;
    }
}
