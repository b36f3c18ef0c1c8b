package org.nearduplicate.lucene;

import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.job.JobMonitor;

/** Sorts like a list does, and can be stopped. */
public class IntSorterTest extends LuceneTestCase {

    public void testSortsTheFirstValuesByTheOrder() {
        for (int i = 0; i < 100; i++) {
            int[] values = random().ints(random().nextInt(300), 0, 1 << random().nextInt(31))
                    .toArray();
            int size = random().nextInt(values.length + 1);
            Comparator<Integer> descending = Comparator.reverseOrder();
            int[] expected = IntStream.concat(
                    Arrays.stream(values, 0, size).boxed().sorted(descending).mapToInt(v -> v),
                    Arrays.stream(values, size, values.length)).toArray();
            IntSorter.sort(values, 0, size, descending::compare, JobMonitor.NONE);
            assertArrayEquals(expected, values);
        }
    }

    public void testAsksAtEveryFewThousandComparisons() {
        AtomicLong comparisons = new AtomicLong();
        CountingMonitor monitor = CountingMonitor.unlimited();
        int[] values = random().ints(100_000).toArray();
        IntSorter.sort(values, 0, values.length, (a, b) -> {
            comparisons.incrementAndGet();
            return Integer.compare(a, b);
        }, monitor);
        assertEquals(comparisons.get() / 4096, monitor.checks());
        assertTrue(monitor.checks() > 100);
    }
}
