package org.nearduplicate.groups.shard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.AllocatedBytes;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.ReferenceSet;
import org.nearduplicate.sketch.sets.ShingleSet;

/** Sets come out of a block as they were written, and nothing else is taken for one. */
public class SetBlockTest extends LuceneTestCase {

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
                    offset += ReferenceSet.length(SetBlock.shingles(cut, offset, count, 1));
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
        for (int distinct : new int[] {1, 2}) {
            assertCorrupt(() -> write(set(3), distinct));
        }
        write(set(3), 3);
        write(set(3), 1_000);
    }

    /** A signature that is corrupt may count any number of shingles. */
    public void testNoMemoryIsTakenForSetsThatAreNotThere() {
        int[] corrupt = {1 << 30, 1 << 28, Integer.MAX_VALUE};
        long before = AllocatedBytes.ofThisThread();
        SetBlock.Builder block = new SetBlock.Builder(corrupt, IgnoredShingles.NONE);
        block.add(new BytesRef(set(3)), corrupt[0]);
        assertEquals(ReferenceSet.length(3), block.build().length);
        long allocated = AllocatedBytes.ofThisThread() - before;
        assertTrue(allocated + " bytes", allocated < 4 << 20);
    }

    /** Sets come out as they were written, and one that is larger than all that was expected at first, too. */
    public void testSetsComeOutAsTheyWereWritten() {
        ShingleHashes hashes = new ShingleHashes();
        random().longs(1 << 21).forEach(hashes);
        ShingleSet large = ShingleSet.of(hashes);
        List<byte[]> all = List.of(set(3), large.toBytes(), set(4));
        int[] distinct = {3, large.size(), 5};
        byte[] block = block(all, distinct);
        assertTrue(block.length > 2 << 20);
        int offset = 0;
        for (int i = 0; i < distinct.length; i++) {
            int from = offset;
            offset += ReferenceSet.length(SetBlock.shingles(block, offset, distinct[i], 1));
            assertArrayEquals(all.get(i), Arrays.copyOfRange(block, from, offset));
        }
        assertEquals(block.length, offset);
    }

    /** Of a set that is ignored altogether nothing is left, and it is one all the same. */
    public void testWhatIsIgnoredIsLeftOut() {
        ShingleHashes hashes = new ShingleHashes();
        LongStream.of(1, 3, 5).forEach(shingle -> hashes.accept(shingle << 30));
        SetBlock.Builder builder = new SetBlock.Builder(
                new int[] {3, 2, 2}, new IgnoredShingles(ShingleSet.of(hashes)));
        builder.add(shifted(ReferenceSet.stored(1, 2, 5)), 3);
        builder.add(shifted(ReferenceSet.stored(1, 3)), 2);
        builder.add(shifted(ReferenceSet.stored(6, 7)), 2);
        byte[] block = builder.build();
        assertEquals(
                List.of(ReferenceSet.stored(2), ReferenceSet.stored(), ReferenceSet.stored(6, 7))
                        .stream().map(HexFormat.of()::formatHex).collect(Collectors.joining()),
                HexFormat.of().formatHex(block));
        int empty = ReferenceSet.length(1);
        assertEquals(0, SetBlock.shingles(block, empty, 2, 0));
        assertCorrupt(() -> SetBlock.shingles(block, empty, 2, 1));
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

    private static byte[] set(int size) {
        return ReferenceSet.stored(
                LongStream.generate(() -> random().nextLong(ReferenceSet.SHINGLES))
                        .distinct().limit(size).sorted().toArray());
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
