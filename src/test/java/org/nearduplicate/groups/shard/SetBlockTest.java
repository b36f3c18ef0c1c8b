package org.nearduplicate.groups.shard;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.AllocatedBytes;
import org.nearduplicate.sketch.IgnoredShingles;

/** Sets come out of a block as they were written, and nothing else is taken for one. */
public class SetBlockTest extends LuceneTestCase {

    private static final int SHINGLE = 6;

    /** The second has a shingle less than the signature of its document counts. */
    private final List<byte[]> sets = List.of(set(3), set(4), set(1));
    private final int[] counts = {3, 5, 1};

    /** Wherever a block is cut off, the set that is not whole is noticed. */
    public void testBlocksCutOff() {
        byte[] block = block();
        for (int length = 0; length < block.length; length++) {
            byte[] cut = Arrays.copyOf(block, length);
            List<Integer> whole = new ArrayList<>();
            IllegalStateException e = expectThrows(IllegalStateException.class, () -> {
                int offset = 0;
                for (int count : counts) {
                    offset = SetBlock.end(offset, SetBlock.shingles(cut, offset, count, 1));
                    whole.add(offset);
                }
            });
            assertTrue(e.getMessage(), e.getMessage().startsWith("possible corruption: a set"));
            assertTrue(whole.isEmpty() || whole.getLast() <= length);
        }
    }

    public void testSetsOfAnotherSizeThanTheirSignatureSays() {
        byte[] block = block();
        assertCorrupt(() -> SetBlock.shingles(block, 0, 2, 1));
        for (int distinct : new int[] {1, 2, 5, 6, 1_000}) {
            assertCorrupt(() -> write(set(3), distinct));
        }
        write(set(3), 3);
        write(set(3), 4);
    }

    public void testTheLongestLengthIsAnInt() {
        assertEquals(10, SetBlock.maxLength(1));
        assertEquals(Integer.MAX_VALUE, SetBlock.maxLength(Integer.MAX_VALUE));
    }

    /** A signature that is corrupt may count any number of shingles. */
    public void testNoMemoryIsTakenForSetsThatAreNotThere() {
        int[] corrupt = {Integer.MAX_VALUE, 1 << 28, Integer.MAX_VALUE};
        long before = AllocatedBytes.ofThisThread();
        SetBlock.Builder block = new SetBlock.Builder(corrupt, IgnoredShingles.NONE);
        assertCorrupt(() -> block.add(new BytesRef(set(3)), corrupt[0]));
        long allocated = AllocatedBytes.ofThisThread() - before;
        assertTrue(allocated + " bytes", allocated < 4 << 20);
    }

    /** Sets come out as they were written, and one that is larger than all that was expected at first, too. */
    public void testSetsComeOutAsTheyWereWritten() {
        byte[] large = new byte[SHINGLE * (1 << 19)];
        for (int i = 0; i < 1 << 19; i++) {
            ByteBuffer.wrap(large, SHINGLE * i, 4).putInt(i);
        }
        List<byte[]> all = List.of(set(3), large, set(4));
        int[] distinct = {3, 1 << 19, 5};
        byte[] block = block(all, distinct);
        int offset = 0;
        for (int i = 0; i < distinct.length; i++) {
            int shingles = SetBlock.shingles(block, offset, distinct[i], 1);
            int from = SetBlock.shinglesOffset(offset);
            assertTrue(SetBlock.end(offset, shingles) - offset <= SetBlock.maxLength(distinct[i]));
            offset = SetBlock.end(offset, shingles);
            assertArrayEquals(all.get(i), Arrays.copyOfRange(block, from, offset));
        }
        assertEquals(block.length, offset);
    }

    private byte[] block() {
        return block(sets, counts);
    }

    private static byte[] block(List<byte[]> sets, int[] distinct) {
        SetBlock.Builder block = new SetBlock.Builder(distinct, IgnoredShingles.NONE);
        for (int i = 0; i < distinct.length; i++) {
            block.add(shifted(sets.get(i)), distinct[i]);
        }
        return block.build();
    }

    private static void write(byte[] set, int distinctHashes) {
        new SetBlock.Builder(new int[] {distinctHashes}, IgnoredShingles.NONE).add(
                new BytesRef(set),
                distinctHashes);
    }

    /** Returns random shingles of ascending first bytes. */
    private static byte[] set(int size) {
        byte[] set = new byte[size * SHINGLE];
        random().nextBytes(set);
        for (int i = 0; i < size; i++) {
            set[i * SHINGLE] = (byte) (10 * (i + 1));
        }
        return set;
    }

    private static BytesRef shifted(byte[] value) {
        int before = TestUtil.nextInt(random(), 0, 9);
        byte[] bytes = new byte[before + value.length + 3];
        System.arraycopy(value, 0, bytes, before, value.length);
        return new BytesRef(bytes, before, value.length);
    }

    private static void assertCorrupt(ThrowingRunnable call) {
        IllegalStateException e = expectThrows(IllegalStateException.class, call);
        assertTrue(e.getMessage(), e.getMessage().startsWith("possible corruption: "));
    }
}
