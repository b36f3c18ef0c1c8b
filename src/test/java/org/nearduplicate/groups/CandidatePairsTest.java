package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.sketch.UnionFind;

/** Every two contents that share a bucket are a pair once, in an order in which reads stay together. */
public class CandidatePairsTest extends LuceneTestCase {

    private final CountingMonitor monitor = CountingMonitor.unlimited();
    private Set<Integer> done = Set.of();
    private int[] ranks;

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
            UnionFind components = components(contents, buckets);
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

    public void testPairsOfAComponentComeByRank() {
        for (int i = 0; i < 100; i++) {
            int contents = 1 + random().nextInt(60);
            List<Set<Integer>> buckets = randomBuckets(contents);
            int lastRoot = -1;
            int lastRank = -1;
            UnionFind components = components(contents, buckets);
            for (int[] pair : pairs(contents, buckets)) {
                int root = components.find(pair[0]);
                assertTrue(ranks[pair[0]] < ranks[pair[1]]);
                assertTrue(root != lastRoot || ranks[pair[0]] >= lastRank);
                lastRoot = root;
                lastRank = ranks[pair[0]];
            }
        }
    }

    public void testLeavesOutThePairsOfContentsThatAreDone() {
        for (int i = 0; i < 100; i++) {
            int contents = 1 + random().nextInt(60);
            List<Set<Integer>> buckets = randomBuckets(contents);
            Set<Integer> someDone = new HashSet<>(random().ints(5, 0, contents).boxed().toList());
            done = Set.of();
            List<int[]> all = pairs(contents, buckets);
            int[] sameRanks = ranks;
            done = someDone;
            Set<Set<Integer>> expected = new HashSet<>();
            for (int[] pair : all) {
                int first = sameRanks[pair[0]] < sameRanks[pair[1]] ? pair[0] : pair[1];
                if (done.contains(first) == false) {
                    expected.add(Set.of(pair[0], pair[1]));
                }
            }
            Set<Set<Integer>> found = new HashSet<>();
            BucketTable table = table(buckets);
            new CandidatePairs(byRank(sameRanks), table, monitor)
                    .forEach(done::contains, (a, b) -> found.add(Set.of(a, b)));
            assertEquals(expected, found);
        }
    }

    public void testGivesAllMemoryBack() {
        pairs(50, randomBuckets(50));
        assertEquals(0, monitor.reserved());
        assertTrue(monitor.peak() > 0);
    }

    private List<int[]> pairs(int contents, List<Set<Integer>> buckets) {
        BucketTable table = table(buckets);
        List<int[]> pairs = new ArrayList<>();
        ranks = randomRanks(contents);
        new CandidatePairs(byRank(ranks), table, monitor)
                .forEach(done::contains, (a, b) -> pairs.add(new int[] {a, b}));
        return pairs;
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

    private static int[] randomRanks(int contents) {
        List<Integer> shuffled = new ArrayList<>();
        for (int rank = 0; rank < contents; rank++) {
            shuffled.add(rank);
        }
        Collections.shuffle(shuffled, random());
        return shuffled.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int[] byRank(int[] ranks) {
        int[] byRank = new int[ranks.length];
        for (int content = 0; content < ranks.length; content++) {
            byRank[ranks[content]] = content;
        }
        return byRank;
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
