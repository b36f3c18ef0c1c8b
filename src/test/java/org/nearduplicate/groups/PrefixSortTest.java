package org.nearduplicate.groups;

import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A sort by prefixes is one by comparisons, whatever the prefixes tell. */
public class PrefixSortTest extends LuceneTestCase {

    public void testEqualsASortByComparisons() {
        for (int i = 0; i < 200; i++) {
            CountingMonitor monitor = CountingMonitor.unlimited();
            Tuples tuples = Tuples.random(random().nextInt(300));
            int[] expected = IntStream.range(0, tuples.values.length)
                    .boxed()
                    .sorted(tuples::compare)
                    .mapToInt(Integer::intValue)
                    .toArray();
            assertArrayEquals(
                    expected, PrefixSort.sort(tuples.values.length, tuples, monitor));
            assertEquals(0, monitor.reserved());
            assertEquals(
                    tuples.values.length == 0 ? 0 : tuples.values.length * 8L, monitor.peak());
        }
    }

    /** Numbers by some ints, of which the last is no prefix, and then by themselves. */
    private record Tuples(int prefixes, int[][] values) implements PrefixSort.Order {

        static Tuples random(int size) {
            int prefixes = 1 + LuceneTestCase.random().nextInt(3);
            int bound = 1 + LuceneTestCase.random().nextInt(20);
            int[][] values = new int[size][];
            for (int i = 0; i < size; i++) {
                values[i] = LuceneTestCase.random().ints(prefixes + 1, 0, bound)
                        .map(value -> value == 0 ? Integer.MIN_VALUE : value == 1 ? -1 : value)
                        .toArray();
            }
            return new Tuples(prefixes, values);
        }

        @Override
        public int prefix(int number, int i) {
            return values[number][i];
        }

        @Override
        public int compare(int a, int b) {
            for (int i = 0; i <= prefixes; i++) {
                if (values[a][i] != values[b][i]) {
                    return Integer.compare(values[a][i], values[b][i]);
                }
            }
            return Integer.compare(a, b);
        }
    }
}
