package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import org.junit.Test;

/** What a stored set can be: its size by the signature beside it, and its order. */
public class ShingleSetChecksTest {

    @Test
    public void sixBytesAShingle() {
        for (int count = 1; count < 100; count++) {
            assertEquals(count, ShingleSet.size(6 * count));
        }
    }

    @Test
    public void everyOtherLengthIsCorrupt() {
        for (int i = 0; i < 100; i++) {
            int length = i;
            if (length == 0 || length % 6 != 0) {
                assertEquals(
                        "possible corruption: a shingle set has 6 bytes a shingle and at least one, got "
                                + length + " bytes",
                        assertThrows(IllegalStateException.class, () -> ShingleSet.size(length))
                                .getMessage());
            }
        }
    }

    @Test
    public void sizesThatASignatureAllows() {
        assertTrue(ShingleSet.isPossibleSize(1, 1));
        assertTrue(ShingleSet.isPossibleSize(500, 500));
        assertTrue(ShingleSet.isPossibleSize(499, 500));
        assertFalse(ShingleSet.isPossibleSize(498, 500));
        assertFalse(ShingleSet.isPossibleSize(501, 500));
        assertFalse(ShingleSet.isPossibleSize(0, 1));
        assertFalse(ShingleSet.isPossibleSize(-1, 1));
        assertFalse(ShingleSet.isPossibleSize(1, Integer.MAX_VALUE));
    }

    /** 2²⁶ hashes of a huge text coincide 8 times in 48 bits, as 2²⁵ do twice. */
    @Test
    public void hugeTextsLoseAFew() {
        assertTrue(ShingleSet.isPossibleSize((1 << 26) - 8, 1 << 26));
        assertTrue(ShingleSet.isPossibleSize((1 << 26) - 100, 1 << 26));
        assertFalse(ShingleSet.isPossibleSize((1 << 26) - 200, 1 << 26));
        assertTrue(ShingleSet.isPossibleSize((1 << 25) - 30, 1 << 25));
        assertFalse(ShingleSet.isPossibleSize((1 << 25) - 40, 1 << 25));
    }

    @Test
    public void aSetOfHashesThatCoincideIsPossible() {
        ShingleHashes hashes = Shingling.hashes(0x10000, 0x10001, 0x20000, -1);
        int distinct = new ThreadScratch()
                .sketch(SchemeBuilder.scheme().build(), hashes)
                .shingleCount();
        ShingleSet set = ShingleSet.of(hashes);
        assertEquals(4, distinct);
        assertEquals(3, set.size());
        assertTrue(ShingleSet.isPossibleSize(set.size(), distinct));
        ShingleSet.requireAscending(set.toBytes(), 0, set.size());
    }

    @Test
    public void setsThatDoNotAscend() {
        byte[] set = ShingleSet.of(Shingling.hashes(1L << 20, 1L << 40, -1L)).toBytes();
        ShingleSet.requireAscending(set, 0, 3);
        byte[] shifted = new byte[set.length + 5];
        System.arraycopy(set, 0, shifted, 5, set.length);
        ShingleSet.requireAscending(shifted, 5, 3);
        byte[] twice = set.clone();
        System.arraycopy(twice, 6, twice, 0, 6);
        assertRefused(twice, "possible corruption: the shingles of a set ascend,"
                + " got 000001000000 after 000001000000");
        byte[] down = Arrays.copyOf(set, 12);
        System.arraycopy(set, 12, down, 0, 6);
        assertRefused(down, "possible corruption: the shingles of a set ascend,"
                + " got 000001000000 after ffffffffffff");
    }

    private static void assertRefused(byte[] set, String message) {
        try {
            ShingleSet.requireAscending(set, 0, set.length / ShingleSet.BYTES_PER_SHINGLE);
        } catch (IllegalStateException e) {
            assertEquals(message, e.getMessage());
            return;
        }
        throw new AssertionError("not refused");
    }
}
