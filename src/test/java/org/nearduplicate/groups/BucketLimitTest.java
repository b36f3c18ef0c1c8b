package org.nearduplicate.groups;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.GroupsCounts.Count;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;

/** A bucket beyond the limit becomes blocks of what stands close in some order, and the rest is counted. */
public class BucketLimitTest extends LuceneTestCase {

    private static final int HASH_COUNT = 18;
    private static final int ROWS = 3;
    private static final int BANDS = 6;
    private static final Scheme SCHEME = Schemes.words(1, HASH_COUNT, BANDS, ROWS);

    private final CountingMonitor monitor = CountingMonitor.unlimited();

    /** Blocks of one bucket, by their records, and what is counted. */
    private record Limited(
            List<Set<ByteBuffer>> blocks, long buckets, long leftOut, long documents) {

        Set<Set<ByteBuffer>> pairs() {
            Set<Set<ByteBuffer>> pairs = new HashSet<>();
            blocks.forEach(block -> addPairs(block, pairs));
            return pairs;
        }
    }

    public void testBlocksAreThoseOfTheSortedBucket() {
        for (int i = 0; i < 200; i++) {
            int limit = TestUtil.nextInt(random(), 2, 24);
            int band = random().nextInt(BANDS);
            List<byte[]> records = Records.random(
                    random(), TestUtil.nextInt(random(), 2, 80), HASH_COUNT, 2);
            BucketBlocks blocks = new BucketBlocks(monitor);
            Limited limited = apply(records, band, limit, blocks);
            Set<ByteBuffer> contents =
                    records.stream().map(ByteBuffer::wrap).collect(Collectors.toSet());
            boolean isLimited = contents.size() > limit;
            Set<Set<ByteBuffer>> expected = new HashSet<>();
            for (int order = 0; isLimited && order < OracleBuckets.ORDERS; order++) {
                for (List<ByteBuffer> block : OracleBuckets.cut(
                        sorted(contents, band, order), limit)) {
                    assertTrue("block of " + block.size(), block.size() <= Math.max(2, limit / 4));
                    addPairs(block, expected);
                }
            }
            if (isLimited == false) {
                addPairs(contents, expected);
            }
            assertEquals(expected, limited.pairs());
            assertSomeAreCutAsAll(records, band, limit, blocks, expected);
            assertEquals(
                    isLimited ? OracleBuckets.leftOut(contents.size(), limit) : 0,
                    limited.leftOut);
            assertEquals(isLimited ? 1 : 0, limited.buckets);
            assertEquals(isLimited ? records.size() : 0, limited.documents);
        }
    }

    /** Of some contents those pairs are compared that were compared of all, by the same blocks. */
    private void assertSomeAreCutAsAll(
            List<byte[]> all, int band, int limit, BucketBlocks blocks,
            Set<Set<ByteBuffer>> compared) {
        Set<ByteBuffer> some = new HashSet<>();
        all.forEach(record -> {
            if (random().nextBoolean()) {
                some.add(ByteBuffer.wrap(record));
            }
        });
        Limited limited = apply(
                all.stream().filter(record -> some.contains(ByteBuffer.wrap(record))).toList(),
                band, limit, blocks);
        assertEquals(0, limited.buckets);
        assertEquals(
                compared.stream().filter(some::containsAll).collect(Collectors.toSet()),
                limited.pairs());
    }

    public void testBlocksDoNotDependOnTheOrderOfTheDocuments() {
        for (int i = 0; i < 50; i++) {
            List<byte[]> records = Records.random(random(), 60, HASH_COUNT, 3);
            Limited before = apply(records, 2, 7);
            Collections.shuffle(records, random());
            assertEquals(before, apply(records, 2, 7));
        }
    }

    /** Of contents that are not alike what is said to be left out is so, but for a hundredth of what is compared. */
    public void testComparisonsGrowLinearly() {
        int limit = 40;
        for (int count : new int[] {1_000, 2_000, 4_000, 8_000}) {
            List<byte[]> records = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                byte[] components = new byte[HASH_COUNT];
                Records.fill(random(), components);
                records.add(Records.record(1, components));
            }
            Limited limited = apply(records, 0, limit);
            long compared = limited.pairs().size();
            assertTrue(count + " cost " + compared, compared < (long) count * limit);
            assertTrue(count + " cost " + compared, compared > (long) count * limit / 2);
            assertEquals(
                    count * (count - 1L) / 2 - compared, limited.leftOut, 0.01 * compared);
            long members = limited.blocks.stream().mapToLong(Set::size).sum();
            assertEquals((long) count * OracleBuckets.ORDERS, members);
        }
    }

    /** A document in two buckets beyond the limit is counted once, the pairs are summed up. */
    public void testSeveralBuckets() {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            byte[] components = new byte[HASH_COUNT];
            components[HASH_COUNT - 1] = (byte) i;
            records.add(Records.record(1, components));
        }
        BucketTable buckets = new BucketTable(monitor);
        for (int band : new int[] {0, 3}) {
            for (int document = 0; document < 12; document++) {
                buckets.add(document);
            }
            buckets.finish((long) band << 42);
        }
        buckets.add(15);
        buckets.add(19);
        buckets.finish();
        BucketLimit limit = new BucketLimit(
                Records.contents(records, monitor), SCHEME, 8, new BucketBlocks(monitor), monitor);
        BucketTable limited = limit.apply(buckets);
        assertEquals(2, limit.counts().get(Count.LIMITED_BUCKETS));
        for (int content = 0; content < 20; content++) {
            assertEquals(content < 12, limit.isInLimited(content));
        }
        assertEquals(2 * OracleBuckets.leftOut(12, 8), limit.counts().get(Count.PAIRS_LEFT_OUT));
        // Of two contents each, as all blocks are.
        assertEquals(2 * OracleBuckets.ORDERS * 6 + 1, limited.size());
        assertEquals(2 * limited.size(), limited.memberCount());
    }

    /** What is sorted is a copy of the largest bucket, which is asked for while it is needed. */
    public void testMemoryOfTheLargestBucket() {
        List<byte[]> records = new ArrayList<>();
        BucketTable bucket = new BucketTable(JobMonitor.NONE);
        for (int document = 0; document < 10_000; document++) {
            bucket.add(document);
            records.add(Records.record(1, new byte[HASH_COUNT]));
        }
        bucket.finish(0L);
        CountingMonitor counting = CountingMonitor.unlimited();
        BucketLimit limit = new BucketLimit(
                Records.contents(records, JobMonitor.NONE), SCHEME, 8, new BucketBlocks(counting),
                counting);
        long before = counting.reserved();
        assertEquals("one text only", 0, limit.apply(bucket).size());
        assertTrue(counting.peak() + " bytes", counting.peak() >= before + 10_000 * 4);
        assertEquals(before, counting.reserved());
    }

    private Limited apply(List<byte[]> records, int band, int limit) {
        return apply(records, band, limit, new BucketBlocks(monitor));
    }

    /** Makes one bucket of documents of these records. */
    private Limited apply(List<byte[]> records, int band, int limit, BucketBlocks known) {
        Contents contents = Records.contents(records, monitor);
        BucketTable bucket = new BucketTable(monitor);
        for (int document = 0; document < records.size(); document++) {
            bucket.add(document);
        }
        bucket.finish((long) band << 42);
        BucketLimit bucketLimit = new BucketLimit(contents, SCHEME, limit, known, monitor);
        BucketTable limited = bucketLimit.apply(bucket);
        List<Set<ByteBuffer>> blocks = new ArrayList<>();
        for (int i = 0; i < limited.size(); i++) {
            Set<ByteBuffer> block = new HashSet<>();
            for (int j = limited.start(i); j < limited.end(i); j++) {
                int content = limited.member(j);
                block.add(ByteBuffer.wrap(records.get(contents.firstDocument(content))));
            }
            assertEquals(limited.end(i) - limited.start(i), block.size());
            blocks.add(block);
        }
        return new Limited(
                blocks, bucketLimit.counts().get(Count.LIMITED_BUCKETS),
                bucketLimit.counts().get(Count.PAIRS_LEFT_OUT),
                IntStream.range(0, records.size())
                        .filter(document -> bucketLimit.isInLimited(contents.of(document)))
                        .count());
    }

    private static void addPairs(
            Collection<ByteBuffer> block, Set<Set<ByteBuffer>> pairs) {
        for (ByteBuffer a : block) {
            for (ByteBuffer b : block) {
                if (a.equals(b) == false) {
                    pairs.add(Set.of(a, b));
                }
            }
        }
    }

    /**
     * Returns records by the components that follow those of a band, or are some sixths of all components behind that, then by
     * the components before, and then by the rest.
     */
    private static List<ByteBuffer> sorted(Set<ByteBuffer> records, int band, int order) {
        int component = (band + 1) * ROWS + order * HASH_COUNT / OracleBuckets.ORDERS;
        int from = Integer.BYTES + component % HASH_COUNT;
        return records.stream()
                .sorted(
                        Comparator.comparing(
                                (ByteBuffer record) -> Arrays.copyOfRange(
                                        record.array(), from, Integer.BYTES + HASH_COUNT),
                                Arrays::compareUnsigned)
                                .thenComparing(
                                        record -> Arrays.copyOfRange(
                                                record.array(), Integer.BYTES, from),
                                        Arrays::compareUnsigned)
                                .thenComparing(ByteBuffer::array, Arrays::compareUnsigned))
                .toList();
    }
}
