package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

/**
 * A signature keeps the lowest bits of each component between the shingle count and the sum, nothing else is taken
 * for one, and equal components are counted as by a loop.
 */
public class SignatureTest {

    private static final long SUM = 0xFEDC_BA98_7654_3210L;
    private static final int[] BITS = {1, 2, 4, 8};
    private static final SignatureFormat BYTES = new SignatureFormat(16, 8);

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void keepsTheLowBitsOfEachComponentAndTheFingerprint() {
        for (int bits : BITS) {
            for (int hashCount : new int[] {16, 17, 19, 23, 31, 192, 1024}) {
                SignatureFormat format = new SignatureFormat(hashCount, bits);
                byte[] low = randomComponents(seeded.random(), format);
                Signature signature = signature(low, format, 1234);
                assertTrue(signature.isStoredAs(stored(1234, packed(low, format)), 0));
                assertEquals(1234, signature.shingleCount());
                assertEquals(format, signature.format());
                assertEquals(stored(1234, packed(low, format)).length, format.length());
            }
        }
    }

    /** Bytes that somebody can check by eye. */
    @Test
    public void layout() {
        byte[] low = {1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1};
        assertArrayEquals(
                stored(5, new byte[] {(byte) 0b10110010, (byte) 0b11110000, (byte) 0b10000000}),
                encode(low, new SignatureFormat(17, 1), 5));
        assertArrayEquals(
                stored(5, new byte[] {0b01000101, 0b00000100, 0b01010101, 0, 0b01000000}),
                encode(low, new SignatureFormat(17, 2), 5));
        assertArrayEquals(
                stored(5, new byte[] {0x10, 0x11, 0, 0x10, 0x11, 0x11, 0, 0, 0x10}),
                encode(low, new SignatureFormat(17, 4), 5));
        assertArrayEquals(stored(5, low), encode(low, new SignatureFormat(17, 8), 5));
    }

    @Test
    public void componentsAreWhereTheFormatSays() {
        for (int bits : BITS) {
            SignatureFormat format = new SignatureFormat(21, bits);
            byte[] none = encode(new byte[21], format, 1);
            for (int i = 0; i < 21; i++) {
                byte[] one = new byte[21];
                one[i] = 1;
                assertEquals(
                        format.componentOffset(i),
                        Arrays.mismatch(none, encode(one, format, 1)));
            }
        }
    }

    @Test
    public void countsEqualComponentsOfAnyFormatAtAnyOffset() {
        Random random = seeded.random();
        for (int hashCount = 16; hashCount <= 1024; hashCount++) {
            for (int bits : BITS) {
                SignatureFormat format = new SignatureFormat(hashCount, bits);
                byte[] mine = randomComponents(random, format);
                byte[] theirs = randomComponents(random, format);
                System.arraycopy(mine, 0, theirs, 0, random.nextInt(hashCount + 1));
                int equal = equalComponents(mine, theirs);
                int offset = random.nextInt(20);
                byte[] among = randomBytes(offset + format.length() + random.nextInt(20));
                System.arraycopy(encode(theirs, format, 1), 0, among, offset, format.length());
                // What is after the components does not count.
                random.longs(1).forEach(
                        sum -> ByteBuffer.wrap(among)
                                .putLong(offset + format.length() - Long.BYTES, sum));
                Signature signature = signature(mine, format, 1);
                for (int atLeast : new int[] {-1, 0, equal - 1, equal, equal + 1, equal + 9,
                        random.nextInt(hashCount), hashCount, hashCount + 1}) {
                    assertEquals(format + ", at least " + atLeast,
                            equal < atLeast ? -1 : equal,
                            signature.equalComponents(among, offset, atLeast));
                }
            }
        }
    }

    @Test
    public void bitsThatNoComponentHasDoNotCount() {
        SignatureFormat format = new SignatureFormat(17, 2);
        byte[] other = encode(new byte[17], format, 1);
        for (int padding = 0; padding < 0x40; padding++) {
            other[format.componentOffset(16)] = (byte) padding;
            assertEquals(17, signature(new byte[17], format, 1).equalComponents(other, 0, 17));
        }
    }

    @Test
    public void readsTheShingleCountAmongOtherBytes() {
        byte[] among = randomBytes(60);
        System.arraycopy(stored(6, new byte[16]), 0, among, 27, 28);
        assertEquals(6, SignatureFormat.shingleCount(among, 27));
        assertEquals(6, BYTES.shingleCount(among, 27, 28));
    }

    @Test
    public void knowsItsSetByCountAndSum() {
        byte[] among = randomBytes(60);
        System.arraycopy(stored(6, randomBytes(16)), 0, among, 27, 28);
        assertTrue(BYTES.isOf(new Fingerprint(6, SUM), among, 27));
        assertFalse(BYTES.isOf(new Fingerprint(5, SUM), among, 27));
        for (int bit = 0; bit < Long.SIZE; bit++) {
            assertFalse(BYTES.isOf(new Fingerprint(6, SUM ^ 1L << bit), among, 27));
        }
    }

    @Test
    public void everyOtherLengthIsCorrupt() {
        for (int bits : BITS) {
            SignatureFormat format = new SignatureFormat(17, bits);
            for (int length = 0; length <= 60; length++) {
                byte[] bytes = new byte[length];
                if (length != format.length()) {
                    assertCorrupt(
                            "a signature of 17 components of " + bits + " bits has "
                                    + format.length() + " bytes, got " + length,
                            () -> format.shingleCount(bytes, 0, bytes.length));
                }
            }
        }
    }

    @Test
    public void aCountBelowOneIsCorrupt() {
        int negative = -1 - seeded.random().nextInt(1 << 30);
        for (int count : new int[] {0, -1, negative, Integer.MIN_VALUE}) {
            byte[] bytes = stored(count, new byte[16]);
            String message = "a signature has at least 1 shingle, got " + count;
            assertCorrupt(message, () -> SignatureFormat.shingleCount(bytes, 0));
            assertCorrupt(message, () -> BYTES.shingleCount(bytes, 0, 28));
        }
    }

    @Test
    public void equality() {
        byte[] low = randomBytes(16);
        byte[] others = low.clone();
        others[15]++;
        assertEquals(signature(low, BYTES, 5), signature(low, BYTES, 5));
        assertEquals(signature(low, BYTES, 5).hashCode(), signature(low, BYTES, 5).hashCode());
        assertNotEquals(signature(low, BYTES, 5), signature(low, BYTES, 6));
        assertNotEquals(signature(low, BYTES, 5), signature(others, BYTES, 5));
        assertNotEquals(
                "the same bytes",
                signature(new byte[16], new SignatureFormat(16, 2), 5),
                signature(new byte[32], new SignatureFormat(32, 1), 5));
    }

    private static void assertCorrupt(String message, ThrowingRunnable read) {
        assertEquals(
                "possible corruption: " + message,
                assertThrows(IllegalStateException.class, read).getMessage());
    }

    private static int equalComponents(byte[] a, byte[] b) {
        int equal = 0;
        for (int i = 0; i < a.length; i++) {
            equal += a[i] == b[i] ? 1 : 0;
        }
        return equal;
    }

    /** Returns what is kept of random components, a byte each. */
    static byte[] randomComponents(Random random, SignatureFormat format) {
        byte[] low = new byte[format.hashCount()];
        random.nextBytes(low);
        for (int i = 0; i < low.length; i++) {
            low[i] &= (byte) ((1 << format.bits()) - 1);
        }
        return low;
    }

    /** Packs what is kept of components as format.md has it. */
    static byte[] packed(byte[] low, SignatureFormat format) {
        BigInteger number = BigInteger.ONE;
        for (byte component : low) {
            number = number.shiftLeft(format.bits()).or(BigInteger.valueOf(component & 0xFF));
        }
        int padding = -low.length * format.bits() & Byte.SIZE - 1;
        byte[] afterOne = number.shiftLeft(padding).toByteArray();
        return Arrays.copyOfRange(afterOne, 1, afterOne.length);
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        seeded.random().nextBytes(bytes);
        return bytes;
    }

    /** Writes the stored form as format.md has it. */
    static byte[] stored(int shingleCount, byte[] packed) {
        return ByteBuffer.allocate(Integer.BYTES + packed.length + Long.BYTES)
                .putInt(shingleCount).put(packed).putLong(SUM).array();
    }

    static Signature signature(byte[] low, SignatureFormat format, int shingleCount) {
        return Signature.of(sketch(low, format, shingleCount));
    }

    private static byte[] encode(byte[] low, SignatureFormat format, int shingleCount) {
        return Signature.of(sketch(low, format, shingleCount)).stored();
    }

    /** A sketch of given low bits, in components of which no other bit is 0. */
    private static Sketch sketch(byte[] low, SignatureFormat format, int shingleCount) {
        byte[] wide = new byte[low.length * Long.BYTES];
        Arrays.fill(wide, (byte) -1);
        for (int i = 0; i < low.length; i++) {
            wide[i * Long.BYTES] = (byte) (-1 << format.bits() | low[i]);
        }
        Scheme scheme = scheme().sketch(SketchAlgorithm.MINHASH, low.length)
                .bits(format.bits())
                .build();
        return new Sketch(scheme, new Fingerprint(shingleCount, SUM), wide);
    }
}
