package org.nearduplicate.sketch.sets;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.Fingerprint;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.Seeded;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Shingling;

/** The layout of stored sets is as drawn, and what cannot be one is refused. */
public class ShingleSetTest {

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void shinglesAreTheUpper34BitsAscending() {
        ShingleSet set = set(0xFFFEFDFCFBFAF9F8L, 0x0102030405060708L, 0x8000000000000000L,
                0x7FFFFFFFFFFFFFFFL, 0x000000003FFFFFFFL);
        assertEquals(
                List.of(0L, 0x04080C10L, 0x1FFFFFFFFL, 0x200000000L, 0x3FFFBF7F3L),
                IntStream.range(0, set.size()).mapToObj(set::get).toList());
        assertEquals(set, ShingleSet.read(set.toBytes()));
    }

    @Test
    public void hashesThatDifferInTheLower30BitsOnlyAreOneShingle() {
        assertEquals(set(0x1234567880000000L), set(0x12345678BFFFFFFFL, 0x1234567880000001L));
        assertNotEquals(set(0x1234567880000000L), set(0x12345678C0000000L));
    }

    @Test
    public void equality() {
        assertEquals(set(1L << 34, 1L << 44), set(1L << 44, 1L << 34, 1L << 44));
        assertEquals(set(1L << 34).hashCode(), set(1L << 34).hashCode());
        assertNotEquals(set(1L << 34), set(1L << 34, 1L << 44));
        assertNotEquals(set(1L << 34), set());
    }

    @Test
    public void whatAnotherSetLacks() {
        ShingleSet set = set(1L << 34, 1L << 44, -1);
        assertEquals(set(1L << 34, -1), set.without(set(1L << 44, 1L << 54)));
        assertEquals(set, set.without(set()));
        assertEquals(set(), set.without(set));
    }

    @Test
    public void theSetOfNothingIsEmpty() {
        assertEquals(0, set().size());
        assertArrayEquals(new byte[1], set().toBytes());
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

    /** Of a million hashes 29 coincide on average, so fewer than 5 or more than 80 do once in 10⁸ times. */
    @Test
    public void asManyCoincideAsIsSaid() {
        int lost = 1_000_000 - set(seeded.random().longs(1_000_000).toArray()).size();
        assertTrue("" + lost, lost >= 5 && lost <= 80);
    }

    @Test
    public void aSetHasHashesThatCoincideOnce() {
        ShingleHashes hashes = Shingling.hashes(0x40000000, 0x40000001, 0x80000000L, -1);
        int distinct = Fingerprint.of(hashes).shingleCount();
        ShingleSet set = ShingleSet.of(hashes);
        assertEquals(4, distinct);
        assertEquals(3, set.size());
    }

    @Test
    public void setsThatDoNotAscend() {
        assertRefused(
                "possible corruption: the shingles of a set ascend and have 34 bits, got 000000007 after 000000007",
                3, 7, 7);
        assertRefused(
                "possible corruption: the shingles of a set ascend and have 34 bits, got 000000006 after 000000007",
                3, 7, 6);
    }

    /** The bits that are read of high parts allow one more. */
    @Test
    public void shinglesAbove34Bits() {
        assertRefused(
                "possible corruption: the shingles of a set ascend and have 34 bits,"
                        + " got 400000000 after 000000007",
                7, 1L << 34);
        assertEquals(1, ShingleSet.read(ReferenceSet.stored((1L << 34) - 1)).size());
    }

    private static void assertRefused(String message, long... shingles) {
        byte[] stored = ReferenceSet.stored(shingles);
        assertEquals(
                message,
                assertThrows(IllegalStateException.class, () -> ShingleSet.read(stored))
                        .getMessage());
    }

    @Test
    public void setsOfFewerOrMoreShinglesThanTheySay() {
        byte[] stored = ReferenceSet.stored(3, 7, 9);
        for (int bit = 0; bit < 7; bit++) {
            byte[] flipped = stored.clone();
            flipped[stored.length - 1] ^= (byte) (1 << bit);
            int ones = Integer.bitCount(flipped[stored.length - 1]);
            assertEquals(
                    "possible corruption: a set of 3 shingles has as many high parts, got " + ones,
                    assertThrows(IllegalStateException.class, () -> ShingleSet.read(flipped))
                            .getMessage());
        }
    }
}
