package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.GroupsDuelTest;
import org.nearduplicate.sketch.UnionFind;

/**
 * Candidates come in an order in which reads stay together: component by component, and in each by rank. That every pair
 * comes, and comes once, is compared with brute force by {@link GroupsDuelTest}.
 */
public class CandidatePairsTest extends LuceneTestCase {

    public void testReadsStayTogether() {
        CountingMonitor monitor = CountingMonitor.unlimited();
        for (int i = 0; i < 200; i++) {
            int signatures = 1 + random().nextInt(60);
            BucketTable table = new BucketTable(monitor);
            UnionFind components = new UnionFind(signatures);
            for (int count = random().nextInt(signatures + 1); count > 0; count--) {
                int[] bucket = random().ints(2 + random().nextInt(4), 0, signatures)
                        .distinct()
                        .toArray();
                for (int member : bucket) {
                    table.add(member);
                    components.union(bucket[0], member);
                }
                table.finish(null);
            }
            List<Integer> byRank = new ArrayList<>(
                    IntStream.range(0, signatures).boxed().toList());
            Collections.shuffle(byRank, random());
            List<Integer> firsts = new ArrayList<>();
            new CandidatePairs(byRank.stream().mapToInt(Integer::intValue).toArray(), table,
                    (a, b) -> true,
                    monitor)
                    .forEach(signature -> false, (a, b) -> {
                        assertTrue(byRank.indexOf(a) < byRank.indexOf(b));
                        firsts.add(a);
                    });
            List<Integer> expected = new ArrayList<>(firsts);
            expected.sort(
                    Comparator.<Integer>comparingInt(components::find)
                            .thenComparing(byRank::indexOf));
            assertEquals(expected, firsts);
            assertEquals(0, monitor.reserved());
        }
        assertTrue(monitor.peak() > 0);
    }
}
