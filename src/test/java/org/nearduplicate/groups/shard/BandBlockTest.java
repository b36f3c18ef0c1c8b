package org.nearduplicate.groups.shard;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.sketch.JobMonitor;

/** What is written to a block is read from it. */
public class BandBlockTest extends LuceneTestCase {

    private static final long MAX_KEY = (1024L << 42) - 1;
    private static final int MAX_DOCUMENT = Integer.MAX_VALUE - 1;

    public void testRandomTermsComeBack() {
        for (int i = 0; i < 50; i++) {
            Map<Long, int[]> terms = new TreeMap<>();
            for (int count = random().nextInt(200); count > 0; count--) {
                terms.put(
                        TestUtil.nextLong(random(), 0, random().nextBoolean() ? 300 : MAX_KEY),
                        randomDocuments(TestUtil.nextInt(random(), 1, 300)));
            }
            assertRoundTrip(terms);
        }
    }

    public void testExtremesComeBack() {
        assertRoundTrip(Map.of());
        assertRoundTrip(new TreeMap<>(Map.of(0L, new int[] {0}, MAX_KEY, new int[] {
                0, MAX_DOCUMENT})));
        assertRoundTrip(Map.of(MAX_KEY, new int[] {MAX_DOCUMENT}));
    }

    /** A walk ends by the bytes so far, so the last document must not go far beyond them. */
    public void testADocumentHasFewBytes() {
        BandBlock.Writer writer = new BandBlock.Writer(JobMonitor.NONE);
        for (int i = 0; i < 10; i++) {
            int length = writer.length();
            Walks.write(writer, i == 0 ? MAX_KEY - 9 : MAX_KEY - 9 + i, MAX_DOCUMENT);
            assertTrue(writer.length() - length <= BandBlock.MOST_BYTES);
        }
    }

    public void testGivesBackTheMemoryOfABlock() {
        CountingMonitor monitor = CountingMonitor.ofBytes(Long.MAX_VALUE);
        BandBlock.Writer writer = new BandBlock.Writer(monitor);
        for (int key = 0; key < 100; key++) {
            Walks.write(writer, key, IntStream.range(0, 1000).toArray());
        }
        assertTrue(monitor.toString(), monitor.reserved() >= 100_000);
        long held = monitor.reserved();
        writer.finish(Walks.END);
        assertEquals(held, monitor.reserved());
        writer.close();
        assertEquals(0, monitor.reserved());
    }

    private static void assertRoundTrip(Map<Long, int[]> terms) {
        BandBlock.Writer writer = new BandBlock.Writer(JobMonitor.NONE);
        terms.forEach((key, documents) -> Walks.write(writer, key, documents));
        BandBlock.Cursor cursor =
                new BandBlock.Cursor(writer.finish(Walks.END), WalkPosition.START);
        terms.forEach((key, documents) -> {
            assertTrue(cursor.next());
            assertEquals(key.longValue(), cursor.key());
            assertArrayEquals(documents, documents(cursor));
        });
        assertFalse(cursor.next());
    }

    private static int[] documents(BandBlock.Cursor cursor) {
        int[] documents = new int[cursor.count()];
        Arrays.setAll(documents, cursor::doc);
        return documents;
    }

    private static int[] randomDocuments(int count) {
        int max = random().nextBoolean() ? 1000 : MAX_DOCUMENT;
        return random().ints(count, 0, max).sorted().distinct().toArray();
    }
}
