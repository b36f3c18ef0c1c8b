package org.nearduplicate.groups.shard;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.job.JobMonitor;

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
                new BandBlock.Cursor(writer.finish(Walks.END), ScanPosition.START);
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

    private static final ScanPosition START = new ScanPosition(1L << 42, 0);
    private static final ScanPosition BEHIND = new ScanPosition(3L << 42, 0);

    public void testCutOffAtEveryByteAndEveryBitFlipped() {
        byte[] sent = randomBlock();
        int whole = 0;
        for (int length = 0; length < sent.length; length++) {
            whole += terms(Arrays.copyOf(sent, length)) < 0 ? 0 : 1;
        }
        assertEquals("only between two terms", terms(sent), whole);
        for (int bit = 0; bit < sent.length * Byte.SIZE; bit++) {
            byte[] flipped = sent.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            terms(flipped);
        }
    }

    public void testAnyBytes() {
        for (int i = atLeast(20_000); i > 0; i--) {
            byte[] bytes = new byte[random().nextInt(40)];
            random().nextBytes(bytes);
            terms(bytes);
        }
    }

    public void testBytesThatAreNoBlock() {
        String noDocuments = "has ascending documents, got -1";
        assertRefused(noDocuments, 0, 0);
        assertRefused(noDocuments, 5, 1, 0, 3, 0);
        assertRefused("has whole terms, got bytes 4", 0, 1, 1, 1);
        assertRefused("has ascending keys", 5, 1, 0, 0, 1, 0);
        assertRefused("has ascending keys", 5, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                0x7F);
        assertRefused("has ascending documents, got -2", 5, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0);
        assertRefused("has ascending documents, got -2147483647",
                5, 3, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0);
    }

    public void testTermsThatWereNotScanned() {
        ScanPosition start = new ScanPosition(7, 3);
        ScanPosition end = new ScanPosition(9, 5);
        assertLies(true, start, end, 7, 3);
        assertLies(true, start, end, 8, 0, 100);
        assertLies(true, start, end, 9, 0, 4);
        assertLies(false, start, end, 6, 4);
        assertLies(false, start, end, 7, 2, 3);
        assertLies(false, start, end, 9, 4, 5);
        assertLies(false, start, end, 10, 0);
    }

    private static void assertLies(
            boolean within, ScanPosition start, ScanPosition end, long key, int... docs) {
        BandBlock.Writer writer = new BandBlock.Writer(JobMonitor.NONE);
        Walks.write(writer, key, docs);
        BandBlock.Cursor cursor = new BandBlock.Cursor(writer.finish(end), start);
        if (within) {
            assertTrue(cursor.next());
        } else {
            IllegalStateException e = expectThrows(IllegalStateException.class, cursor::next);
            assertTrue(e.getMessage(), e.getMessage().contains("lies between ScanPosition["));
        }
    }

    public void testNumberLeftOut() {
        expectThrows(IllegalArgumentException.class, () -> new BandBlock(-1, BEHIND, new byte[0]));
    }

    private static void assertRefused(String message, int... bytes) {
        byte[] block = new byte[bytes.length];
        IntStream.range(0, bytes.length).forEach(i -> block[i] = (byte) bytes[i]);
        BandBlock.Cursor cursor = new BandBlock.Cursor(
                new BandBlock(0, Walks.END, block), ScanPosition.START);
        IllegalStateException e = expectThrows(
                IllegalStateException.class, () -> {
                    while (cursor.next()) {
                        assertTrue(cursor.count() > 0);
                    }
                });
        assertTrue(
                e.getMessage(),
                e.getMessage().startsWith("possible corruption: a block of band terms "));
        assertTrue(e.getMessage(), e.getMessage().contains(message));
    }

    /** Returns how many terms a block has, −1 if the bytes are none; the terms that are read are sound in any case. */
    private static int terms(byte[] bytes) {
        BandBlock.Cursor cursor = new BandBlock.Cursor(new BandBlock(0, BEHIND, bytes), START);
        long key = -1;
        int terms = 0;
        try {
            for (; cursor.next(); terms++) {
                assertTrue(cursor.key() >= START.key() && cursor.key() < BEHIND.key());
                assertTrue(cursor.key() > key);
                key = cursor.key();
                assertTrue(cursor.count() > 0 && cursor.count() < bytes.length);
                for (int i = 0; i < cursor.count(); i++) {
                    assertTrue(cursor.doc(i) > (i == 0 ? -1 : cursor.doc(i - 1)));
                }
            }
            return terms;
        } catch (IllegalStateException e) {
            assertTrue(e.getMessage(), e.getMessage().startsWith("possible corruption: a block"));
            return -1;
        }
    }

    private static byte[] randomBlock() {
        BandBlock.Writer writer = new BandBlock.Writer(JobMonitor.NONE);
        long key = START.key();
        for (int terms = TestUtil.nextInt(random(), 20, 40); terms > 0; terms--) {
            key += TestUtil.nextLong(random(), 1, 1L << 30);
            int bound = random().nextBoolean() ? 300 : Integer.MAX_VALUE;
            Walks.write(
                    writer,
                    key,
                    random().ints(TestUtil.nextInt(random(), 1, 20), 0, bound)
                            .sorted()
                            .distinct()
                            .toArray());
        }
        return writer.finish(BEHIND).bytes();
    }
}
