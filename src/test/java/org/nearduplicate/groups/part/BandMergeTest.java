package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.StubShard;
import org.nearduplicate.groups.part.BandMerge.Buckets;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.BlockWriter;
import org.nearduplicate.groups.shard.Keys;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * Buckets of several shards are those of a map that holds everything, by any rows, in parts that end anywhere. A range
 * ends between two of them.
 */
public class BandMergeTest extends LuceneTestCase {

    private static final BandTermFormat FORMAT = new BandTermFormat(4);

    public void testEqualsAMapOfEverything() {
        for (int i = 0; i < 100; i++) {
            List<Shard> shards = new ArrayList<>();
            Map<Long, TreeSet<Integer>> terms = new TreeMap<>();
            long leftOut = 0;
            for (int count = TestUtil.nextInt(random(), 1, 5); count > 0; count--) {
                List<BandBlock> blocks = randomBlocks(shards.size(), terms);
                leftOut += blocks.stream().mapToLong(BandBlock::leftOut).sum();
                shards.add(new ScriptedWalk(blocks));
            }
            CountingMonitor monitor = CountingMonitor.unlimited();
            int rows = TestUtil.nextInt(random(), BandRows.FEWEST, BandRows.MOST);
            // The key of a bucket that was cut before is taken down, however small it is.
            int limit = random().nextInt(6);
            long known = Keys.first(Keys.bucket(Keys.random(random(), 1), rows), rows);
            BandMerge merge = new BandMerge(
                    new DocumentAddresses(shards), KeyRange.all(FORMAT), rows, limit,
                    key -> key == known,
                    monitor);
            TreeMap<Long, TreeSet<Integer>> expected = new TreeMap<>();
            terms.forEach(
                    (key, docs) -> expected.computeIfAbsent(
                            Keys.first(Keys.bucket(key, rows), rows), none -> new TreeSet<>())
                            .addAll(docs));
            expected.values().removeIf(documents -> documents.size() == 1);
            int largest =
                    expected.values().stream().mapToInt(TreeSet::size).max().orElse(0);
            int buckets = expected.size();
            Predicate<Map.Entry<Long, TreeSet<Integer>>> hasKey =
                    bucket -> bucket.getKey() == known || bucket.getValue().size() > limit;
            BandMerge.Room room = random().nextBoolean()
                    ? BandMerge.Room.ENDLESS
                    : roomFor(TestUtil.nextInt(random(), 0, 20), random().nextInt(60));
            long kept = 0;
            do {
                Buckets range = merge.next(room, monitor);
                assertBuckets(expected, range, room, hasKey);
                range.table().release();
                kept += range.addresses().length * (long) Integer.BYTES;
            } while (merge.isDone() == false);
            assertEquals(Map.of(), expected);
            assertEquals("no more is reserved than what is kept", kept, monitor.reserved());
            assertEquals(leftOut + terms.size(), merge.counts().get(Count.BAND_TERMS));
            assertEquals(largest, merge.counts().get(Count.LARGEST_BUCKET));
            assertEquals(buckets, merge.counts().get(Count.BUCKETS));
        }
    }

    /** Of terms that are spread evenly so much is known when some are merged, but nothing when few are. */
    public void testForecast() {
        int terms = 1_000;
        long step = FORMAT.keys() / terms;
        BlockWriter block = new BlockWriter();
        for (int i = 0; i < terms; i++) {
            block.write(i * step, 2 * (i % 50), 2 * (i % 50) + 1);
        }
        BandMerge merge = new BandMerge(
                new DocumentAddresses(
                        List.of(
                                new ScriptedWalk(
                                        List.of(
                                                block.finish(
                                                        new ScanPosition(FORMAT.keys(), 0)))))),
                KeyRange.all(FORMAT), BandRows.MOST, 2, key -> false,
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
            TreeMap<Long, TreeSet<Integer>> expected, Buckets range, BandMerge.Room room,
            Predicate<Map.Entry<Long, TreeSet<Integer>>> hasKey) {
        TreeSet<Integer> withPartner = new TreeSet<>();
        int members = 0;
        for (int i = 0; i < range.table().size(); i++) {
            assertTrue(room.has(withPartner.size(), members));
            Map.Entry<Long, TreeSet<Integer>> bucket = expected.pollFirstEntry();
            boolean isCut = hasKey.test(bucket);
            assertEquals(isCut ? bucket.getKey() : null, range.table().key(i));
            assertEquals(bucket.getValue(), members(range, i));
            withPartner.addAll(bucket.getValue());
            members += bucket.getValue().size() * (isCut ? BucketSplitter.ORDERS : 1);
        }
        assertEquals(members, range.table().cutMemberCount());
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

    /**
     * Terms of a few keys in each band, in blocks that end anywhere, within a term too. A document has one of each band at
     * most.
     */
    private static List<BandBlock> randomBlocks(int shard, Map<Long, TreeSet<Integer>> expected) {
        List<BandBlock> blocks = new ArrayList<>();
        BlockWriter block = new BlockWriter();
        for (int i = 0; i < FORMAT.bands(); i++) {
            int band = i;
            List<Integer> others = new ArrayList<>(IntStream.range(0, 100).boxed().toList());
            Collections.shuffle(others, random());
            for (long key : LongStream.range(0, random().nextInt(30))
                    .map(none -> Keys.random(random(), band))
                    .sorted()
                    .distinct()
                    .toArray()) {
                if (random().nextInt(5) == 0) {
                    block.leaveOut();
                } else if (random().nextBoolean()) {
                    block.begin(key);
                    for (int doc : IntStream.range(0, TestUtil.nextInt(random(), 1, 3))
                            .map(none -> others.removeLast())
                            .sorted()
                            .toArray()) {
                        ScanPosition next = new ScanPosition(key, doc);
                        if (random().nextInt(5) == 0 && next.equals(ScanPosition.START) == false) {
                            block.end();
                            blocks.add(block.finish(next));
                            block = new BlockWriter();
                            block.begin(key);
                        }
                        block.add(doc);
                        expected.computeIfAbsent(key, k -> new TreeSet<>())
                                .add(shard * 100 + doc);
                    }
                    block.end();
                }
            }
        }
        blocks.add(block.finish(new ScanPosition(FORMAT.keys(), 0)));
        return blocks;
    }

    /** A shard of a hundred documents whose answers to a walk are made beforehand. */
    private static final class ScriptedWalk extends StubShard {

        private final List<BandBlock> blocks;

        /**
         * @param blocks go on where the one before ends, the first at the start
         */
        ScriptedWalk(List<BandBlock> blocks) {
            super("scripted");
            this.blocks = List.copyOf(blocks);
        }

        @Override
        public int maxDoc() {
            return 100;
        }

        @Override
        public ShardDocuments documents() {
            return new ShardDocuments(100, 0, 0);
        }

        @Override
        public CompletableFuture<BandBlock> scan(ScanPosition start, ScanOptions options) {
            int i = 0;
            while (i > 0 && blocks.get(i - 1).next().equals(start) == false
                    || i == 0 && start.equals(ScanPosition.START) == false) {
                i++;
            }
            return CompletableFuture.completedFuture(blocks.get(i));
        }
    }
}
