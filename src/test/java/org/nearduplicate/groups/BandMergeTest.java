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

    private int lone;

    public void testEqualsAMapOfEverything() {
        for (int i = 0; i < 100; i++) {
            List<Shard> shards = new ArrayList<>();
            Map<Long, TreeSet<Integer>> expected = new TreeMap<>();
            long leftOut = 0;
            lone = 0;
            for (int count = TestUtil.nextInt(random(), 1, 5); count > 0; count--) {
                List<BandBlock> blocks = randomBlocks(shards.size(), expected);
                leftOut += blocks.stream().mapToLong(BandBlock::leftOut).sum();
                shards.add(new ScriptedWalk(blocks));
            }
            CountingMonitor monitor = CountingMonitor.unlimited();
            BandMerge merge = new BandMerge(
                    new DocumentAddresses(shards), KeyRange.all(FORMAT), 0,
                    new BucketBlocks(monitor),
                    monitor);
            expected.values().removeIf(documents -> {
                boolean isAlone = documents.size() == 1;
                lone += isAlone ? 1 : 0;
                return isAlone;
            });
            int largest =
                    expected.values().stream().mapToInt(TreeSet::size).max().orElse(0);
            int buckets = expected.size();
            long terms = leftOut + lone + expected.size();
            BandMerge.Room room = random().nextBoolean()
                    ? BandMerge.Room.ENDLESS
                    : roomFor(TestUtil.nextInt(random(), 0, 20), random().nextInt(60));
            long kept = 0;
            do {
                Buckets range = merge.next(room, monitor);
                assertBuckets(expected, range, room);
                range.table().release();
                kept += range.addresses().length * (long) Integer.BYTES;
            } while (merge.isDone() == false);
            assertEquals(Map.of(), expected);
            assertEquals("no more is reserved than what is kept", kept, monitor.reserved());
            assertEquals(terms, merge.counts().bandTerms());
            assertEquals(largest, merge.counts().largestBucket());
            assertEquals(buckets, merge.counts().buckets());
        }
    }

    /** Of terms that are spread evenly so much is known when some are merged, but nothing when few are. */
    public void testForecast() {
        int terms = 1_000;
        long step = FORMAT.keys() / terms;
        BandBlock.Writer block = new BandBlock.Writer(GroupsProgress.NONE);
        for (int i = 0; i < terms; i++) {
            Walks.write(block, i * step, 2 * (i % 50), 2 * (i % 50) + 1);
        }
        BandMerge merge = new BandMerge(
                new DocumentAddresses(
                        List.of(
                                new ScriptedWalk(
                                        List.of(
                                                block.finish(
                                                        new WalkPosition(FORMAT.keys(), 0)))))),
                KeyRange.all(FORMAT), 0, new BucketBlocks(GroupsProgress.NONE),
                GroupsProgress.NONE);
        merge.next((documents, members) -> members < 20, GroupsProgress.NONE);
        assertEquals(20, merge.forecast(20, 0.2));
        merge.next((documents, members) -> members < 480, GroupsProgress.NONE);
        assertEquals(2 * terms, merge.forecast(500, 0.2), 10);
        merge.next(BandMerge.Room.ENDLESS, GroupsProgress.NONE);
        assertEquals(2 * terms, merge.forecast(2 * terms, 0.2));
    }

    private static BandMerge.Room roomFor(int mostDocuments, int mostMembers) {
        return (documents, members) -> documents == 0
                || documents <= mostDocuments && members <= mostMembers;
    }

    /** Takes the buckets of a range from the expected ones: it ends with the bucket that leaves no room. */
    private static void assertBuckets(
            Map<Long, TreeSet<Integer>> expected, Buckets range, BandMerge.Room room) {
        TreeSet<Integer> withPartner = new TreeSet<>();
        int members = 0;
        var terms = expected.entrySet().iterator();
        for (int bucket = 0; bucket < range.table().size(); bucket++) {
            assertTrue(room.has(withPartner.size(), members));
            Map.Entry<Long, TreeSet<Integer>> term = terms.next();
            assertEquals(term.getKey(), range.table().key(bucket));
            assertEquals(term.getValue(), members(range, bucket));
            withPartner.addAll(term.getValue());
            members += term.getValue().size();
            terms.remove();
        }
        assertTrue(expected.isEmpty() || room.has(withPartner.size(), members) == false);
        assertArrayEquals(
                withPartner.stream().mapToInt(Integer::intValue).toArray(), range.addresses());
    }

    private static TreeSet<Integer> members(Buckets all, int bucket) {
        TreeSet<Integer> keys = new TreeSet<>();
        for (int i = all.table().start(bucket); i < all.table().end(bucket); i++) {
            assertTrue(keys.add(all.addresses()[all.table().member(i)]));
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
        blocks.add(block.finish(KeyRange.all(FORMAT).end()));
        return blocks;
    }
}
