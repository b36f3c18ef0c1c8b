package org.nearduplicate.groups.shard;

import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.sketch.JobMonitor;

/** Places of numbers are those in a sorted set. */
public class NumberSetTest extends LuceneTestCase {

    public void testEqualsASortedSet() {
        for (int i = 0; i < 100; i++) {
            int bound = 1 + random().nextInt(i % 2 == 0 ? 200 : 5_000);
            CountingMonitor monitor = CountingMonitor.unlimited();
            NumberSet set = new NumberSet(bound, monitor);
            TreeSet<Integer> expected = new TreeSet<>();
            for (int count = random().nextInt(2 * bound); count > 0; count--) {
                int number = random().nextInt(bound);
                expected.add(number);
                set.add(number);
            }
            set.finish();
            assertEquals(expected, set, bound);
            int[] numbers = expected.stream().mapToInt(Integer::intValue).toArray();
            assertArrayEquals(numbers, set.toArray());
            monitor.reserve(-numbers.length * (long) Integer.BYTES);
            assertTrue(monitor.reserved() >= bound / 8);
            set.release();
            assertEquals(0, monitor.reserved());
        }
    }

    /** Numbers have no sign: behind the largest int comes the lowest. All 2³² would take most of the heap. */
    public void testNumbersOf32Bits() {
        NumberSet set = new NumberSet((1L << 31) + 128, JobMonitor.NONE);
        int lowest = Integer.MIN_VALUE;
        int[] numbers = {0, 64, Integer.MAX_VALUE, lowest, lowest + 63, lowest + 64, lowest + 127};
        for (int number : numbers) {
            set.add(number);
        }
        set.finish();
        assertArrayEquals(numbers, set.toArray());
        for (int place = 0; place < numbers.length; place++) {
            assertEquals(place, set.place(numbers[place]));
            assertTrue(set.contains(numbers[place]));
            assertFalse(set.contains(numbers[place] ^ 2));
        }
    }

    private static void assertEquals(TreeSet<Integer> expected, NumberSet set, int bound) {
        assertEquals(expected.size(), set.size());
        int lower = 0;
        for (int number = 0; number < bound; number++) {
            assertEquals(expected.contains(number), set.contains(number));
            assertEquals(lower, set.place(number));
            lower += expected.contains(number) ? 1 : 0;
        }
    }
}
