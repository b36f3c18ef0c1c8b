package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** Numbers are sorted, and what that can take is asked for, and given back. */
public class BudgetedSortTest {

    /** Up to here numbers are few. */
    private static final int FEW = 65_536;

    /** Runs that a sort keeps account of, and what it takes to count bytes. */
    private static final int SMALL_BYTES = 200_000;

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

    /** Two halves that ascend are merged into a copy, which is what the budget is asked for. */
    @Test
    public void takesWhatItAsksFor() {
        long[] numbers = seeded.random().longs(8 * FEW).toArray();
        Arrays.sort(numbers, 0, 4 * FEW);
        Arrays.sort(numbers, 4 * FEW, 8 * FEW);
        long before = AllocatedBytes.ofThisThread();
        BudgetedSort.sort(numbers, 0, numbers.length, this::reserve);
        long allocated = AllocatedBytes.ofThisThread() - before;
        assertTrue("the copy that is asked for", allocated >= peak);
        assertTrue(allocated + " bytes", allocated <= peak + SMALL_BYTES);
    }
}
