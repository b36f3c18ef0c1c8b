package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.Arrays;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** Numbers are sorted, and what that can take is asked for, and given back. */
public class BudgetedSortTest {

    /** Up to here numbers are few. */
    private static final int FEW = 65_536;

    @Rule
    public final Seeded seeded = new Seeded();

    private long reserved;
    private long peak;

    private void reserve(long bytes) {
        reserved += bytes;
        peak = Math.max(peak, reserved);
    }

    @Test
    public void sortsARangeAndLeavesTheRest() {
        Random random = seeded.random();
        for (int size : new int[] {0, 1, 1_000, FEW, FEW + 1}) {
            long[] numbers = random.longs(size + 20).toArray();
            long[] expected = numbers.clone();
            Arrays.sort(expected, 10, size + 10);
            BudgetedSort.sort(numbers, 10, size + 10, this::reserve);
            assertArrayEquals(expected, numbers);
            assertEquals(0, reserved);
            assertEquals(size <= FEW ? 0 : 8L * size, peak);
        }
    }

    @Test
    public void whatIsRefusedIsNotSorted() {
        long[] numbers = seeded.random().longs(FEW + 1).toArray();
        long[] before = numbers.clone();
        assertThrows(IllegalStateException.class,
                () -> BudgetedSort.sort(numbers, 0, numbers.length, bytes -> {
                    throw new IllegalStateException("too much");
                }));
        assertArrayEquals(before, numbers);
    }
}
