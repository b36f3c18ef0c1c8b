package org.nearduplicate.sketch.sets;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.Refusal;
import org.nearduplicate.sketch.Seeded;
import org.nearduplicate.sketch.Shingling;

/** Sampled shingles are those below 2⁴⁸/p, and their keys what is left of them times p; here with whole numbers of any size. */
public class SampledShinglesTest {

    private static final BigInteger SHINGLES = BigInteger.ONE.shiftLeft(48);
    private static final int KEY_BITS = 42;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void hashesAtTheEdge() {
        for (int oneIn = 2; oneIn <= 64; oneIn++) {
            long edge = SHINGLES.divide(BigInteger.valueOf(oneIn)).longValueExact() << 16;
            long[] hashes = LongStream.rangeClosed(-3, 3)
                    .flatMap(i -> LongStream.of(edge + (i << 16), edge + i, i, Long.MIN_VALUE + i))
                    .toArray();
            assertKeys(oneIn, hashes);
        }
    }

    @Test
    public void keysOfALargeDocument() {
        Random random = seeded.random();
        assertKeys(7, repeated(random.longs(100_000).toArray(), random));
    }

    @Test
    public void boundsOfP() {
        for (int wrong : new int[] {Integer.MIN_VALUE, 0, 1, 65}) {
            Refusal.of(() -> new SampledShingles(wrong)).says(
                    "[passages] must be a whole number between 2 and 64, got [" + wrong + "]");
        }
    }

    private static void assertKeys(int oneIn, long[] hashes) {
        TreeSet<Long> expected = new TreeSet<>();
        for (long hash : hashes) {
            BigInteger scaled = new BigInteger(Long.toUnsignedString(hash))
                    .shiftRight(16)
                    .multiply(BigInteger.valueOf(oneIn));
            if (scaled.compareTo(SHINGLES) < 0) {
                expected.add(scaled.shiftRight(48 - KEY_BITS).longValueExact());
            }
        }
        assertArrayEquals(
                expected.stream().mapToLong(Long::longValue).toArray(), keys(oneIn, hashes));
        assertArrayEquals(
                LongStream.of(hashes).map(hash -> hash >>> 30).sorted().distinct()
                        .filter(shingle -> shingle < (1L << 34) / (double) oneIn)
                        .toArray(),
                new SampledShingles(oneIn).shingles(ShingleSet.of(Shingling.hashes(hashes))));
    }

    /** So a sample of sets is counted by those: hashes that nobody chose differ in the bits of a set, and are not at the edge. */
    @Test
    public void aSetHasAShingleForEachKey() {
        // Distinct in the bits of a set, and none of them near an edge.
        long[] hashes = seeded.random().ints(1_000).distinct()
                .mapToLong(upper -> (long) upper << Integer.SIZE | 1L << Integer.SIZE - 1)
                .toArray();
        for (int oneIn = 2; oneIn <= 64; oneIn++) {
            assertEquals(
                    keys(oneIn, hashes).length,
                    new SampledShingles(oneIn)
                            .shingles(ShingleSet.of(Shingling.hashes(hashes))).length);
        }
    }

    private static long[] keys(int oneIn, long[] hashes) {
        return new SampledShingles(oneIn).keys(Shingling.hashes(hashes));
    }

    /** Returns the hashes with others among them that occur again, differ in the lowest bits, or both. */
    private static long[] repeated(long[] hashes, Random random) {
        long[] more = Arrays.copyOf(hashes, hashes.length * 3 / 2);
        for (int i = hashes.length; i < more.length; i++) {
            more[i] = hashes[random.nextInt(hashes.length)] ^ random.nextInt(2);
        }
        return more;
    }
}
