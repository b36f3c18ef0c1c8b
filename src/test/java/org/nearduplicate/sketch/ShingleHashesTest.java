package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.Rule;
import org.junit.Test;

/** The buffer loses no hash however large it grows, and grows with the distinct ones. */
public class ShingleHashesTest {

    /** From here on repetitions are dropped before the buffer grows. */
    private static final int LARGE = 65_536;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void keepsOrderAndRepetitionsOfOrdinaryDocuments() {
        long[] values = seeded.random().longs(LARGE, -50, 50).toArray();
        ShingleHashes hashes = Shingling.hashes(values);
        assertEquals(values.length, hashes.size());
        for (int i = 0; i < values.length; i++) {
            assertEquals(values[i], hashes.get(i));
        }
    }

    @Test
    public void dropsNoDistinctHash() {
        Random random = seeded.random();
        for (int distinct : new int[] {1, LARGE / 2, LARGE / 2 + 1, LARGE, LARGE + 1,
                2 * LARGE + 1}) {
            long[] values = new long[4 * LARGE];
            for (int i = 0; i < values.length; i++) {
                values[i] = mixed(i < distinct ? i : random.nextInt(distinct));
            }
            ShingleHashes hashes = Shingling.hashes(values);
            long[] kept = IntStream.range(0, hashes.size()).mapToLong(hashes::get).toArray();
            assertArrayEquals(sortedDistinct(values), sortedDistinct(kept));
        }
    }

    @Test
    public void aTextOfFewDistinctShinglesStaysSmall() {
        ShingleHashes hashes = new ShingleHashes();
        for (int i = 0; i < 20 * LARGE; i++) {
            hashes.add(mixed(i % 1_000));
            assertTrue("size after " + i, hashes.size() <= LARGE);
        }
    }

    @Test
    public void isEmptyUntilTheFirstHashAndAfterClear() {
        ShingleHashes hashes = new ShingleHashes();
        assertTrue(hashes.isEmpty());
        for (int size : new int[] {1, 300, LARGE, 3 * LARGE}) {
            for (int i = 0; i < size; i++) {
                hashes.add(mixed(i));
                assertFalse(hashes.isEmpty());
            }
            assertEquals(size, hashes.size());
            hashes.clear();
            assertTrue(hashes.isEmpty());
            assertEquals(0, hashes.size());
        }
    }

    @Test
    public void distinctHashesAscendAsUnsignedNumbers() {
        Random random = seeded.random();
        for (int size = 0; size < 300; size++) {
            long[] values = random.longs(size, -9, 9).toArray();
            ShingleHashes hashes = Shingling.hashes(values);
            hashes.makeDistinct();
            assertArrayEquals(
                    Arrays.stream(values).boxed().sorted(Long::compareUnsigned).distinct()
                            .mapToLong(Long::longValue).toArray(),
                    IntStream.range(0, hashes.size()).mapToLong(hashes::get).toArray());
        }
    }

    private static long[] sortedDistinct(long[] values) {
        return Arrays.stream(values).sorted().distinct().toArray();
    }

    /** Odd multiples are distinct for distinct numbers. */
    private static long mixed(long number) {
        return number * 0x9E3779B97F4A7C15L;
    }
}
