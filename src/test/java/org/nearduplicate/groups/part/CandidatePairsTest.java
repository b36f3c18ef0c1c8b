package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.sketch.UnionFind;

/**
 * Every two contents that share a bucket are a pair once, but those of contents that are done, in an order
 * in which reads stay together: component by component, and in each by rank.
 */
public class CandidatePairsTest extends LuceneTestCase {

    private final CountingMonitor monitor = CountingMonitor.unlimited();

    public void testEachPairOnce() {
        for (int i = 0; i < 200; i++) {
            int contents = 1 + random().nextInt(60);
            List<Set<Integer>> buckets = randomBuckets(contents);
            List<Integer> byRank = new ArrayList<>(IntStream.range(0, contents).boxed().toList());
            Collections.shuffle(byRank, random());
            int[] ranks = IntStream.range(0, contents).map(byRank::indexOf).toArray();
            Set<Integer> done =
                    new HashSet<>(random().ints(random().nextInt(6), 0, contents).boxed().toList());
            Set<List<Integer>> expected = new HashSet<>();
            for (Set<Integer> bucket : buckets) {
                for (int a : bucket) {
                    for (int b : bucket) {
                        if (ranks[a] < ranks[b] && done.contains(a) == false) {
                            expected.add(List.of(a, b));
                        }
                    }
                }
            }
            List<List<Integer>> pairs = new ArrayList<>();
            BucketTable table = table(buckets);
            new CandidatePairs(byRank.stream().mapToInt(Integer::intValue).toArray(), table,
                    monitor)
                    .forEach(done::contains, (a, b) -> pairs.add(List.of(a, b)));
            assertEquals(expected, Set.copyOf(pairs));
            assertEquals("each once", expected.size(), pairs.size());
            assertReadsStayTogether(pairs, ranks, components(contents, buckets));
            assertEquals(0, monitor.reserved());
        }
        assertTrue(monitor.peak() > 0);
    }

    private static void assertReadsStayTogether(
            List<List<Integer>> pairs, int[] ranks, UnionFind components) {
        List<Integer> firsts = new ArrayList<>();
        List<Integer> roots = new ArrayList<>();
        int lastRank = -1;
        for (List<Integer> pair : pairs) {
            int first = pair.getFirst();
            int root = components.find(first);
            assertTrue(roots.isEmpty() || roots.getLast() != root || ranks[first] >= lastRank);
            addIfNew(firsts, first);
            addIfNew(roots, root);
            lastRank = ranks[first];
        }
        assertEquals(Set.copyOf(firsts).size(), firsts.size());
        assertEquals(Set.copyOf(roots).size(), roots.size());
    }

    private BucketTable table(List<Set<Integer>> buckets) {
        BucketTable table = new BucketTable(monitor);
        for (Set<Integer> bucket : buckets) {
            bucket.forEach(table::add);
            table.finish();
        }
        return table;
    }

    private static UnionFind components(int contents, List<Set<Integer>> buckets) {
        UnionFind components = new UnionFind(contents);
        for (Set<Integer> bucket : buckets) {
            bucket.forEach(member -> components.union(bucket.iterator().next(), member));
        }
        return components;
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
