package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Every two contents that share a bucket are a pair once, in an order in which reads stay together. */
public class CandidatePairsTest extends LuceneTestCase {

    private final CountingMonitor monitor = CountingMonitor.unlimited();

    public void testEachPairOnce() {
        for (int i = 0; i < 200; i++) {
            int contents = 1 + random().nextInt(60);
            List<Set<Integer>> buckets = randomBuckets(contents);
            Set<Set<Integer>> expected = new HashSet<>();
            for (Set<Integer> bucket : buckets) {
                for (int a : bucket) {
                    for (int b : bucket) {
                        if (a < b) {
                            expected.add(Set.of(a, b));
                        }
                    }
                }
            }
            List<int[]> pairs = pairs(contents, buckets);
            Set<Set<Integer>> found = new HashSet<>();
            for (int[] pair : pairs) {
                assertTrue("twice", found.add(Set.of(pair[0], pair[1])));
            }
            assertEquals(expected, found);
        }
    }

    public void testPairsOfAContentAndOfAComponentStandTogether() {
        for (int i = 0; i < 100; i++) {
            int contents = 1 + random().nextInt(60);
            List<Set<Integer>> buckets = randomBuckets(contents);
            UnionFind components = new UnionFind(contents);
            for (Set<Integer> bucket : buckets) {
                bucket.forEach(member -> components.union(bucket.iterator().next(), member));
            }
            List<Integer> firsts = new ArrayList<>();
            List<Integer> roots = new ArrayList<>();
            for (int[] pair : pairs(contents, buckets)) {
                addIfNew(firsts, pair[0]);
                addIfNew(roots, components.find(pair[0]));
            }
            assertEquals(Set.copyOf(firsts).size(), firsts.size());
            assertEquals(Set.copyOf(roots).size(), roots.size());
        }
    }

    public void testGivesAllMemoryBack() {
        pairs(50, randomBuckets(50));
        assertEquals(0, monitor.reserved());
        assertTrue(monitor.peak() > 0);
    }

    private List<int[]> pairs(int contents, List<Set<Integer>> buckets) {
        BucketTable table = new BucketTable(monitor);
        for (Set<Integer> bucket : buckets) {
            bucket.forEach(table::add);
            table.finish(0);
        }
        List<int[]> pairs = new ArrayList<>();
        new CandidatePairs(contents, table, monitor)
                .forEach((a, b) -> pairs.add(new int[] {a, b}));
        return pairs;
    }

    private static void addIfNew(List<Integer> runs, int value) {
        if (runs.isEmpty() || runs.getLast() != value) {
            runs.add(value);
        }
    }

    private static List<Set<Integer>> randomBuckets(int contents) {
        List<Set<Integer>> buckets = new ArrayList<>();
        for (int count = random().nextInt(contents + 1); count > 0; count--) {
            Set<Integer> bucket = new HashSet<>();
            for (int size = 2 + random().nextInt(4); size > 0; size--) {
                bucket.add(random().nextInt(contents));
            }
            if (bucket.size() > 1) {
                buckets.add(bucket);
            }
        }
        return buckets;
    }
}
