package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.sketch.BandTermFormat;

/** Buckets of several shards are those of a map that holds everything, in parts that end anywhere. */
public class BandMergeTest extends LuceneTestCase {

    private static final BandTermFormat FORMAT = new BandTermFormat(4);

    public void testEqualsAMapOfEverything() {
        for (int i = 0; i < 100; i++) {
            List<Shard> shards = new ArrayList<>();
            Map<Long, TreeSet<Integer>> expected = new TreeMap<>();
            long leftOut = 0;
            for (int count = TestUtil.nextInt(random(), 1, 5); count > 0; count--) {
                List<BandBlock> blocks = randomBlocks(shards.size(), expected);
                leftOut += blocks.stream().mapToLong(BandBlock::leftOut).sum();
                shards.add(new ScriptedWalk(blocks));
            }
            CountingMonitor monitor = CountingMonitor.unlimited();
            BandMerge merge = BandMerge.of(
                    shards, new DocumentAddresses(shards), FORMAT, monitor);
            assertEquals(leftOut + expected.size(), merge.terms());
            assertBuckets(expected, merge);
        }
    }

    private static void assertBuckets(Map<Long, TreeSet<Integer>> expected, BandMerge merge) {
        int bucket = 0;
        int largest = 0;
        TreeSet<Integer> withPartner = new TreeSet<>();
        for (Map.Entry<Long, TreeSet<Integer>> term : expected.entrySet()) {
            if (term.getValue().size() > 1) {
                assertEquals(term.getKey() >> 42, merge.buckets().band(bucket));
                assertEquals(term.getValue(), members(merge, bucket));
                largest = Math.max(largest, term.getValue().size());
                withPartner.addAll(term.getValue());
                bucket++;
            }
        }
        assertEquals(bucket, merge.buckets().size());
        assertEquals(largest, merge.largestBucket());
        assertArrayEquals(
                withPartner.stream().mapToInt(Integer::intValue).toArray(), merge.addresses());
    }

    private static TreeSet<Integer> members(BandMerge merge, int bucket) {
        TreeSet<Integer> keys = new TreeSet<>();
        for (int i = merge.buckets().start(bucket); i < merge.buckets().end(bucket); i++) {
            assertTrue(keys.add(merge.addresses()[merge.buckets().member(i)]));
        }
        return keys;
    }

    /** Terms of a few hashes in each band, in blocks that end anywhere, within a term too. */
    private static List<BandBlock> randomBlocks(int shard, Map<Long, TreeSet<Integer>> expected) {
        List<BandBlock> blocks = new ArrayList<>();
        BandBlock.Writer block = new BandBlock.Writer(GroupsProgress.NONE);
        for (int band = 0; band < FORMAT.bands(); band++) {
            for (long hash = 0; hash < random().nextInt(30); hash++) {
                long key = (long) band << 42 | hash;
                if (random().nextInt(5) == 0) {
                    block.leaveOut();
                } else if (random().nextBoolean()) {
                    block.begin(key);
                    for (int doc : random().ints(TestUtil.nextInt(random(), 1, 3), 0, 20)
                            .distinct()
                            .sorted()
                            .toArray()) {
                        WalkPosition next = new WalkPosition(key, doc);
                        if (random().nextInt(5) == 0 && next.equals(WalkPosition.START) == false) {
                            block.end(1);
                            blocks.add(block.finish(next));
                            block = new BandBlock.Writer(GroupsProgress.NONE);
                            block.begin(key);
                        }
                        block.add(doc);
                        expected.computeIfAbsent(key, k -> new TreeSet<>())
                                .add(shard * 100 + doc);
                    }
                    block.end(1);
                }
            }
        }
        blocks.add(block.finish(WalkPosition.end(FORMAT)));
        return blocks;
    }
}
