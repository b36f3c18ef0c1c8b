package org.nearduplicate.groups;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;

/** A bucket beyond the limit becomes overlapping blocks of what stands close, and the rest is counted. */
public class BucketLimitTest extends LuceneTestCase {

    private static final int HASH_COUNT = 18;
    private static final int ROWS = 3;
    private static final int BANDS = 6;
    private static final Scheme SCHEME = Schemes.words(1, HASH_COUNT, BANDS, ROWS);

    private final CountingMonitor monitor = CountingMonitor.unlimited();

    /** Blocks of one bucket, by their records, and what is counted. */
    private record Limited(
            List<Set<ByteBuffer>> blocks, long buckets, long leftOut, long documents) {}

    public void testBlocksAreThoseOfTheSortedBucket() {
        for (int i = 0; i < 200; i++) {
            int limit = TestUtil.nextInt(random(), 2, 12);
            int band = random().nextInt(BANDS);
            List<byte[]> records = Records.random(
                    random(), TestUtil.nextInt(random(), 2, 80), HASH_COUNT, 2);
            List<ByteBuffer> sorted = sorted(records, band);
            Limited limited = apply(records, band, limit);
            Set<Set<ByteBuffer>> compared = new HashSet<>();
            for (Set<ByteBuffer> block : limited.blocks) {
                assertTrue("block of " + block.size(), block.size() >= 2);
                assertTrue("block of " + block.size(), block.size() <= limit);
                addPairs(block, compared);
            }
            boolean isLimited = sorted.size() > limit;
            long leftOut = 0;
            for (int b = 0; b < sorted.size(); b++) {
                for (int a = 0; a < b; a++) {
                    boolean isCompared = compared.contains(Set.of(sorted.get(a), sorted.get(b)));
                    leftOut += isCompared ? 0 : 1;
                    assertTrue("left out, but close", isCompared || b - a > limit / 2);
                    assertEquals(
                            isLimited == false || OracleBuckets.isInOneBlock(a, b, limit),
                            isCompared);
                }
            }
            assertEquals(leftOut, limited.leftOut);
            assertEquals(isLimited ? 1 : 0, limited.buckets);
            assertEquals(isLimited ? records.size() : 0, limited.documents);
        }
    }

    public void testBlocksDoNotDependOnTheOrderOfTheDocuments() {
        for (int i = 0; i < 50; i++) {
            List<byte[]> records = Records.random(random(), 60, HASH_COUNT, 3);
            Limited before = apply(records, 2, 7);
            Collections.shuffle(records, random());
            assertEquals(before, apply(records, 2, 7));
        }
    }

    public void testComparisonsGrowLinearly() {
        int limit = 10;
        for (int count : new int[] {1_000, 2_000, 4_000, 8_000}) {
            List<byte[]> records = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                byte[] components = new byte[HASH_COUNT];
                random().nextBytes(components);
                records.add(Records.record(1, components));
            }
            Limited limited = apply(records, 0, limit);
            long compared = count * (count - 1L) / 2 - limited.leftOut;
            assertTrue(count + " cost " + compared, compared < (long) count * limit);
            assertTrue(count + " cost " + compared, compared > (long) count * limit / 2);
            long members = limited.blocks.stream().mapToLong(Set::size).sum();
            assertTrue(count + " are written as " + members, members <= 2L * count + limit);
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
        assertEquals(2, limit.limitedBuckets());
        for (int content = 0; content < 20; content++) {
            assertEquals(content < 12, limit.isInLimited(content));
        }
        assertEquals(2 * 4 * 4, limit.pairsLeftOut());
        assertEquals(5, limited.size());
        assertEquals(2, limited.end(4) - limited.start(4));
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

    /** Makes one bucket of documents of these records. */
    private Limited apply(List<byte[]> records, int band, int limit) {
        Contents contents = Records.contents(records, monitor);
        BucketTable bucket = new BucketTable(monitor);
        for (int document = 0; document < records.size(); document++) {
            bucket.add(document);
        }
        bucket.finish((long) band << 42);
        BucketLimit bucketLimit =
                new BucketLimit(contents, SCHEME, limit, new BucketBlocks(monitor), monitor);
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
                blocks, bucketLimit.limitedBuckets(), bucketLimit.pairsLeftOut(),
                IntStream.range(0, records.size())
                        .filter(document -> bucketLimit.isInLimited(contents.of(document)))
                        .count());
    }

    private static void addPairs(Set<ByteBuffer> block, Set<Set<ByteBuffer>> pairs) {
        for (ByteBuffer a : block) {
            for (ByteBuffer b : block) {
                if (a != b) {
                    pairs.add(Set.of(a, b));
                }
            }
        }
    }

    /** Returns the distinct records by what follows the components of a band. */
    private static List<ByteBuffer> sorted(List<byte[]> records, int band) {
        int from = Integer.BYTES + (band + 1) * ROWS % HASH_COUNT;
        int sum = Integer.BYTES + HASH_COUNT;
        TreeSet<byte[]> sorted = new TreeSet<>((a, b) -> {
            int behind = Arrays.compareUnsigned(a, from, sum, b, from, sum);
            int before = Arrays.compareUnsigned(a, 0, from, b, 0, from);
            int last = Arrays.compareUnsigned(a, sum, a.length, b, sum, b.length);
            return behind != 0 ? behind : before != 0 ? before : last;
        });
        sorted.addAll(records);
        return sorted.stream().map(ByteBuffer::wrap).toList();
    }
}
