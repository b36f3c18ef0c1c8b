package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.sketch.JobMonitor;

/** Documents keep their numbers until they are sorted, and then have those of the order of their keys. */
public class DocumentTableTest extends LuceneTestCase {

    public void testKeysHoldShardAndDocument() {
        int[] extremes = {0, 1, 9999, Integer.MAX_VALUE - 1};
        List<Long> ascending = new ArrayList<>();
        for (int shard : extremes) {
            for (int document : extremes) {
                long key = DocumentAddress.of(shard, document);
                assertEquals(shard, DocumentAddress.shard(key));
                assertEquals(document, DocumentAddress.doc(key));
                ascending.add(key);
            }
        }
        assertEquals(List.copyOf(new TreeSet<>(ascending)), ascending);
    }

    public void testNumbersAreThoseOfAMap() {
        for (int count : new int[] {0, 1, 511, 512, 513, 20_000}) {
            DocumentTable table = new DocumentTable(JobMonitor.NONE);
            Map<Long, Integer> expected = fill(table, count);
            assertEquals(expected.size(), table.size());
            expected.forEach((key, number) -> {
                assertEquals(number.intValue(), table.number(key));
                assertEquals(key.longValue(), table.addresses()[number]);
            });
        }
    }

    public void testSortingNumbersByKey() {
        for (int count : new int[] {0, 1, 512, 5_000}) {
            DocumentTable table = new DocumentTable(JobMonitor.NONE);
            Map<Long, Integer> before = fill(table, count);
            int[] renumbered = table.sort();
            assertEquals(before.size(), renumbered.length);
            assertEquals(before.size(), table.addresses().length);
            assertEquals(before.size(), table.size());
            int number = 0;
            for (long key : new TreeSet<>(before.keySet())) {
                assertEquals(key, table.addresses()[number]);
                assertEquals(number++, renumbered[before.get(key)]);
            }
        }
    }

    public void testReservesWhatItHolds() {
        CountingMonitor monitor = CountingMonitor.unlimited();
        DocumentTable table = new DocumentTable(monitor);
        int size = fill(table, 10_000).size();
        assertTrue(monitor.reserved() >= size * 16L);
        assertTrue(monitor.reserved() < size * 50L);
        int[] renumbered = table.sort();
        assertEquals(size * 8L + renumbered.length * 4L, monitor.reserved());
    }

    private static Map<Long, Integer> fill(DocumentTable table, int count) {
        Map<Long, Integer> numbers = new HashMap<>();
        for (int i = 0; i < count; i++) {
            int shard = random().nextInt(3);
            int document = random().nextBoolean()
                    ? random().nextInt(count)
                    : TestUtil.nextInt(random(), 0, Integer.MAX_VALUE - 1);
            long key = DocumentAddress.of(shard, document);
            numbers.putIfAbsent(key, numbers.size());
            assertEquals(numbers.get(key).intValue(), table.number(key));
        }
        return numbers;
    }
}
