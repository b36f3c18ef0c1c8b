package org.nearduplicate.groups.shard;

import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.job.JobMonitor;

/** Places of numbers are those in a sorted set. */
public class RankedBitSetTest extends LuceneTestCase {

    /** Numbers have no sign: after the largest int comes the lowest. All 2³² would take most of the heap. */
    public void testNumbersOf32Bits() {
        RankedBitSet set = new RankedBitSet((1L << 31) + 128, JobMonitor.NONE);
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
}
