package org.nearduplicate.groups;

import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;
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
            assertTrue(monitor.reserved() >= bound / 8);
            set.release();
            assertEquals(0, monitor.reserved());
        }
    }

    public void testNothing() {
        NumberSet set = new NumberSet(0, JobMonitor.NONE);
        set.finish();
        assertEquals(0, set.size());
    }

    private static void assertEquals(TreeSet<Integer> expected, NumberSet set, int bound) {
        assertEquals(expected.size(), set.size());
        int lower = 0;
        for (int number = 0; number < bound; number++) {
            assertEquals(expected.contains(number), set.contains(number));
            assertEquals(lower, set.place(number));
            if (expected.ceiling(number) != null) {
                assertEquals(expected.ceiling(number).intValue(), set.next(number));
            }
            lower += expected.contains(number) ? 1 : 0;
        }
    }
}
