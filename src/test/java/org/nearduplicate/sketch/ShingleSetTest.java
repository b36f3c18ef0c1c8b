package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/** The layout of stored sets is as drawn, and what cannot be one is refused. */
public class ShingleSetTest {

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void layoutIsTheUpper48BitsBigEndianAscending() {
        ShingleSet set = set(0xFFFEFDFCFBFAF9F8L, 0x0102030405060708L, 0x8000000000000000L,
                0x7FFFFFFFFFFFFFFFL, 0x000000000000FFFFL);
        assertEquals("000000000000" + "010203040506" + "7fffffffffff" + "800000000000"
                + "fffefdfcfbfa", HexFormat.of().formatHex(set.toBytes()));
        assertEquals(5, set.size());
        assertEquals(6, ShingleSet.BYTES_PER_SHINGLE);
        assertEquals(set, ShingleSet.read(set.toBytes(), 0, 5));
    }

    @Test
    public void hashesThatDifferInTheLower16BitsOnlyAreOneShingle() {
        assertEquals(set(0x1234567890AB0000L), set(0x1234567890ABFFFFL, 0x1234567890AB0001L));
        assertNotEquals(set(0x1234567890AB0000L), set(0x1234567890AC0000L));
    }

    @Test
    public void equality() {
        assertEquals(set(1L << 20, 1L << 30), set(1L << 30, 1L << 20, 1L << 30));
        assertEquals(set(1L << 20).hashCode(), set(1L << 20).hashCode());
        assertNotEquals(set(1L << 20), set(1L << 20, 1L << 30));
        assertNotEquals(set(1L << 20), set());
    }

    @Test
    public void whatAnotherSetLacks() {
        ShingleSet set = set(1L << 20, 1L << 30, -1);
        assertEquals(set(1L << 20, -1), set.without(set(1L << 30, 1L << 40)));
        assertEquals(set, set.without(set()));
        assertEquals(set(), set.without(set));
    }

    @Test
    public void setsThatStandBehindOthers() {
        byte[] bytes = set(1L << 20, 1L << 30, -1).toBytes();
        assertEquals(set(1L << 30, -1), ShingleSet.read(bytes, 6, 2));
    }

    @Test
    public void theSetOfNothingIsEmpty() {
        assertEquals(0, set().size());
        assertArrayEquals(new byte[0], set().toBytes());
    }

    private static ShingleSet set(long... hashes) {
        return ShingleSet.of(Shingling.hashes(hashes));
    }

    @Test
    public void setsOf2To31Elements() {
        assertEquals(1.0 / 3, Jaccard.similarity(1 << 30, Integer.MAX_VALUE, Integer.MAX_VALUE),
                1e-9);
        assertEquals(0.5, Jaccard.upperBound(1 << 30, Integer.MAX_VALUE), 1e-9);
    }

    @Test
    public void commonNeededIsAtMostOneTooLowAndNeverTooHigh() {
        Random random = seeded.random();
        for (int i = 0; i < 50_000; i++) {
            int bound = 1 << 1 + random.nextInt(28);
            int a = 1 + random.nextInt(bound);
            int b = 1 + random.nextInt(bound);
            double similarity = random.nextDouble();
            int least = leastCommon(similarity, a, b);
            int needed = ShareOf.UNION.commonNeeded(similarity, a, b);
            assertTrue(similarity + " of " + a + " and " + b + " needs " + least + ": " + needed,
                    needed == least || needed == least - 1);
        }
    }

    /** ⌈J·(|A|+|B|)/(1+J)⌉ in more digits than a double has. */
    private static int leastCommon(double similarity, int a, int b) {
        BigDecimal exact = new BigDecimal(similarity);
        return exact.multiply(BigDecimal.valueOf((long) a + b))
                .divide(exact.add(BigDecimal.ONE), new MathContext(60))
                .setScale(0, RoundingMode.CEILING)
                .intValueExact();
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
        int distinct = Fingerprint.of(hashes).shingleCount();
        ShingleSet set = ShingleSet.of(hashes);
        assertEquals(4, distinct);
        assertEquals(3, set.size());
        assertTrue(ShingleSet.isPossibleSize(set.size(), distinct));
        ShingleSet.requireAscending(set.toBytes(), 0, set.size());
    }

    @Test
    public void setsThatDoNotAscend() {
        byte[] set = set(1L << 20, 1L << 40, -1L).toBytes();
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
        assertEquals(
                message,
                assertThrows(
                        IllegalStateException.class,
                        () -> ShingleSet.requireAscending(set, 0, set.length / 6)).getMessage());
    }
}
