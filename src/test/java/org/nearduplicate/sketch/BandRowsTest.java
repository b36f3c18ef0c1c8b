package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;

/**
 * Keys hold the rows of a band one after the other, a prefix is all keys that agree in the first of them, and strangers
 * agree as seldom as the bits say.
 *
 * <p>Some 108 bounds that fail by chance in one of 10⁹ runs: together in less than one of 10⁶.
 */
public class BandRowsTest {

    private static final int[] BITS = {12, 9, 6, 5, 5, 5};
    private static final int LOWEST = 8;

    @Rule
    public final Seeded seeded = new Seeded();

    /** Of all bits of a row those from the eighth on count, as many as it has: none that a signature holds. */
    @Test
    public void everyBitOfEveryRow() {
        SignatureFormat signatures = new SignatureFormat(6, Parameters.SIGNATURE_BITS.max());
        long[] components = seeded.random().longs(6).toArray();
        byte[] signature = signature(signatures, components);
        long key = key(0, components);
        for (int row = 0; row < 6; row++) {
            assertEquals(Math.pow(2, -BITS[row]), BandRows.accident(row), 0);
            for (int bit = 0; bit < Long.SIZE; bit++) {
                components[row] ^= 1L << bit;
                boolean isKept = bit >= LOWEST && bit < LOWEST + BITS[row];
                assertEquals(isKept ? 1 : 0, Long.bitCount(key ^ key(0, components)));
                if (isKept) {
                    assertArrayEquals(signature, signature(signatures, components));
                }
                components[row] ^= 1L << bit;
            }
        }
    }

    /** Other keys agree up to any bit; of the first and the last one the neighbour does not. */
    @Test
    public void aPrefixIsAllKeysThatAgreeInItsRows() {
        Random random = seeded.random();
        for (int i = 0; i < 10_000; i++) {
            int rows = 2 + random.nextInt(5);
            long key = random.nextLong(512L << 42);
            long other = key ^ random.nextLong(512L << 42) >>> random.nextInt(51);
            long first = BandRows.first(key, rows);
            long last = BandRows.last(key, rows);
            assertEquals(agree(key, other, rows), other >= first && other <= last);
            assertTrue(agree(key, first, rows) && agree(key, last, rows));
            if (first > 0) {
                assertEquals(false, agree(key, first - 1, rows));
            }
            assertEquals(false, agree(key, last + 1, rows));
        }
    }

    /** The components of sketches are as random in these bits as any: of few shingles, and of many. */
    @Test
    public void textsWithoutACommonShingleAgreeByAccident() {
        for (SketchAlgorithm algorithm : SketchAlgorithm.values()) {
            for (int union : new int[] {2, 40, 4_000}) {
                assertAccidents(algorithm, union, union > 1_000 ? 100 : 1_000);
            }
        }
    }

    private void assertAccidents(SketchAlgorithm algorithm, int union, int pairs) {
        Scheme scheme = scheme().sketch(algorithm, 120).build();
        ThreadScratch scratch = new ThreadScratch();
        HitCount[] counts = new HitCount[6];
        for (int row = 0; row < 6; row++) {
            counts[row] = new HitCount(new Banding(20, 6), 0);
        }
        for (int i = 0; i < pairs; i++) {
            OverlappingTexts texts =
                    new OverlappingTexts(HashFunction.XXH3, union, seeded.random());
            Sketch first = scratch.sketch(scheme, texts.first(0));
            Sketch second = scratch.sketch(scheme, texts.second(0));
            for (int offset = 0; offset < 120 * Long.BYTES; offset += 6 * Long.BYTES) {
                long different = BandRows.pack(first.components(), offset, 6)
                        ^ BandRows.pack(second.components(), offset, 6);
                int end = 42;
                for (int row = 0; row < 6; row++) {
                    end -= BITS[row];
                    counts[row].add((different >>> end & (1L << BITS[row]) - 1) == 0);
                }
            }
        }
        for (int row = 0; row < 6; row++) {
            counts[row].assertFits(BandRows.accident(row));
        }
    }

    private static boolean agree(long key, long other, int rows) {
        return ReferenceBands.prefix(ReferenceBands.term(key), rows)
                .equals(ReferenceBands.prefix(ReferenceBands.term(other), rows));
    }

    private static long key(int band, long[] rows) {
        return BandTermFormat.key(band, BandRows.pack(littleEndian(rows), 0, rows.length));
    }

    private static byte[] littleEndian(long[] components) {
        ByteBuffer bytes = ByteBuffer.allocate(components.length * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(components);
        return bytes.array();
    }

    private static byte[] signature(SignatureFormat format, long[] components) {
        Scheme scheme = scheme().bits(format.bits()).build();
        return format.encode(
                new Sketch(scheme, new Fingerprint(1, 0), littleEndian(components)));
    }
}
