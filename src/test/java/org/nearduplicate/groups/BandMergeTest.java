package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Buckets of several shards are those of a map that holds everything, range after range. */
public class BandMergeTest extends LuceneTestCase {

    public void testEqualsAMapOfEverything() {
        for (int i = 0; i < 100; i++) {
            BandMerge merge = new BandMerge(JobMonitor.NONE);
            int shards = TestUtil.nextInt(random(), 1, 5);
            Map<Long, TreeSet<Long>> expected = new TreeMap<>();
            long leftOut = 0;
            for (int range = 0; range < 4; range++) {
                List<BandBlock> blocks = new ArrayList<>();
                for (int shard = 0; shard < shards; shard++) {
                    blocks.add(randomBlock(shard, range, expected));
                    leftOut += blocks.getLast().leftOut();
                }
                merge.merge(blocks, BandRanges.ALL);
            }
            merge.finish();
            assertEquals(leftOut + expected.size(), merge.terms());
            assertBuckets(expected, merge);
        }
    }

    private static void assertBuckets(Map<Long, TreeSet<Long>> expected, BandMerge merge) {
        int bucket = 0;
        int largest = 0;
        TreeSet<Long> withPartner = new TreeSet<>();
        for (Map.Entry<Long, TreeSet<Long>> term : expected.entrySet()) {
            if (term.getValue().size() > 1) {
                assertEquals(term.getKey() >> 36, merge.buckets().band(bucket));
                assertEquals(term.getValue(), members(merge, bucket));
                largest = Math.max(largest, term.getValue().size());
                withPartner.addAll(term.getValue());
                bucket++;
            }
        }
        assertEquals(bucket, merge.buckets().size());
        assertEquals(largest, merge.largestBucket());
        assertArrayEquals(
                withPartner.stream().mapToLong(Long::longValue).toArray(), merge.keys());
    }

    private static TreeSet<Long> members(BandMerge merge, int bucket) {
        TreeSet<Long> keys = new TreeSet<>();
        for (int i = merge.buckets().start(bucket); i < merge.buckets().end(bucket); i++) {
            assertTrue(keys.add(merge.keys()[merge.buckets().member(i)]));
        }
        return keys;
    }

    /** Terms of a few hashes in the band that is the number of the range. */
    private static BandBlock randomBlock(int shard, int range, Map<Long, TreeSet<Long>> expected) {
        BandBlock.Writer block = new BandBlock.Writer(JobMonitor.NONE);
        for (long hash = 0; hash < random().nextInt(30); hash++) {
            long key = (long) range << 36 | hash;
            if (random().nextInt(5) == 0) {
                block.leaveOut();
            } else if (random().nextBoolean()) {
                int[] documents = random().ints(TestUtil.nextInt(random(), 1, 3), 0, 20)
                        .distinct()
                        .sorted()
                        .toArray();
                block.write(key, IntLists.of(documents));
                for (int document : documents) {
                    expected.computeIfAbsent(key, k -> new TreeSet<>())
                            .add(shard * (1L << 32) + document);
                }
            }
        }
        return block.finish();
    }
}
