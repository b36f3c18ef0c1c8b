package org.nearduplicate.groups;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** A block whose bytes are no longer those that were sent is refused, or is another block. */
public class BandBlockCorruptTest extends LuceneTestCase {

    private static final BandRange RANGE = new BandRange(1L << 36, 3L << 36);

    public void testCutOffAtEveryByte() {
        byte[] sent = randomBlock();
        int whole = 0;
        for (int length = 0; length < sent.length; length++) {
            whole += readsAsABlock(Arrays.copyOf(sent, length)) ? 1 : 0;
        }
        assertEquals("only between two terms", terms(sent), whole);
    }

    public void testEveryBitFlipped() {
        byte[] sent = randomBlock();
        for (int bit = 0; bit < sent.length * Byte.SIZE; bit++) {
            byte[] flipped = sent.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            readsAsABlock(flipped);
        }
    }

    public void testAnyBytes() {
        for (int i = atLeast(20_000); i > 0; i--) {
            byte[] bytes = new byte[random().nextInt(40)];
            random().nextBytes(bytes);
            readsAsABlock(bytes);
        }
    }

    public void testMoreDocumentsThanBytes() {
        assertRefused("a byte or more for each document, got documents 2147483647",
                0, 0xFF, 0xFF, 0xFF, 0xFF, 0x07);
        assertRefused("a byte or more for each document, got documents -1",
                0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F);
        assertRefused("a byte or more for each document, got documents 0", 0, 0);
    }

    public void testKeysThatDoNotAscend() {
        assertRefused("has ascending keys", 5, 1, 0, 0, 1, 0);
    }

    public void testDocumentsThatDoNotAscend() {
        assertRefused("has ascending documents, got 3", 5, 2, 3, 0);
        assertRefused("has ascending documents, got -1", 5, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F);
    }

    public void testKeysOutOfTheRange() {
        BandBlock.Writer writer = new BandBlock.Writer(JobMonitor.NONE);
        writer.write(RANGE.to(), IntLists.of(1));
        IllegalStateException e = expectThrows(
                IllegalStateException.class,
                () -> new BandMerge(JobMonitor.NONE).merge(List.of(writer.finish()), RANGE));
        assertTrue(e.getMessage(), e.getMessage().contains("ascending keys of BandRange["));
    }

    public void testNumberLeftOut() {
        expectThrows(IllegalArgumentException.class, () -> new BandBlock(-1, new byte[0]));
    }

    private static void assertRefused(String message, int... bytes) {
        byte[] block = new byte[bytes.length];
        IntStream.range(0, bytes.length).forEach(i -> block[i] = (byte) bytes[i]);
        BandBlock.Cursor cursor = new BandBlock.Cursor(new BandBlock(0, block), BandRanges.ALL);
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

    /** Returns whether bytes are a block; what is read of one that is none is one so far. */
    private static boolean readsAsABlock(byte[] bytes) {
        BandBlock.Cursor cursor = new BandBlock.Cursor(new BandBlock(0, bytes), RANGE);
        long key = -1;
        try {
            while (cursor.next()) {
                assertTrue(RANGE.contains(cursor.key()));
                assertTrue(cursor.key() > key);
                key = cursor.key();
                assertTrue(cursor.count() > 0 && cursor.count() < bytes.length);
                for (int i = 0; i < cursor.count(); i++) {
                    assertTrue(cursor.document(i) > (i == 0 ? -1 : cursor.document(i - 1)));
                }
            }
            return true;
        } catch (IllegalStateException e) {
            assertTrue(e.getMessage(), e.getMessage().startsWith("possible corruption: a block"));
            return false;
        }
    }

    private static int terms(byte[] block) {
        BandBlock.Cursor cursor = new BandBlock.Cursor(new BandBlock(0, block), RANGE);
        int terms = 0;
        while (cursor.next()) {
            terms++;
        }
        return terms;
    }

    private static byte[] randomBlock() {
        BandBlock.Writer writer = new BandBlock.Writer(JobMonitor.NONE);
        long key = RANGE.from();
        for (int terms = TestUtil.nextInt(random(), 20, 40); terms > 0; terms--) {
            key += TestUtil.nextLong(random(), 1, 1L << 30);
            int bound = random().nextBoolean() ? 300 : Integer.MAX_VALUE;
            writer.write(
                    key,
                    IntLists.of(
                            random().ints(TestUtil.nextInt(random(), 1, 20), 0, bound)
                                    .sorted()
                                    .distinct()
                                    .toArray()));
        }
        return writer.finish().bytes();
    }
}
