package org.nearduplicate.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

/**
 * A signature keeps the low byte of each component between the shingle count and the sum, nothing else is taken for
 * one, and equal components are counted like a loop would.
 */
public class SignatureTest {

    private static final long SUM = 0xFEDC_BA98_7654_3210L;

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void keepsTheLowByteOfEachComponentAndTheFingerprint() {
        byte[] wide = new byte[16 * Long.BYTES];
        byte[] low = new byte[16];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = (byte) (i % Long.BYTES == 0 ? i / Long.BYTES - 3 : 99);
        }
        for (int i = 0; i < low.length; i++) {
            low[i] = (byte) (i - 3);
        }
        Sketch sketch = new Sketch(
                scheme().sketch(SketchAlgorithm.MINHASH, 16).build(), new Fingerprint(1234, SUM),
                wide);
        assertArrayEquals(stored(1234, low), Signature.encode(sketch));
        Signature signature = Signature.of(sketch);
        assertEquals(1234, signature.shingleCount());
        assertEquals(16, signature.hashCount());
    }

    @Test
    public void countsEqualComponentsOfAnyLengthAtAnyOffset() {
        Random random = seeded.random();
        for (int hashCount = 16; hashCount <= 1024; hashCount++) {
            byte[] mine = randomBytes(hashCount);
            int offset = random.nextInt(20);
            byte[] theirs = randomBytes(
                    offset + Integer.BYTES + hashCount + random.nextInt(20));
            int equal = makeEqual(mine, theirs, offset + Integer.BYTES, random.nextDouble());
            Signature signature = signature(mine, 1);
            for (int atLeast : new int[] {-1, 0, equal - 1, equal, equal + 1, equal + 9,
                    random.nextInt(hashCount), hashCount, hashCount + 1}) {
                assertEquals(hashCount + " components, at least " + atLeast,
                        equal < atLeast ? -1 : equal,
                        signature.equalComponents(theirs, offset, atLeast));
            }
        }
    }

    /** All 65,536 pairs of bytes in each of the places of a word of 8 and behind it. */
    @Test
    public void tellsAnyTwoBytesApart() {
        for (int place : new int[] {0, 3, 7, 15, 16, 18}) {
            byte[] mine = randomBytes(19);
            byte[] theirs = mine.clone();
            for (int a = 0; a < 256; a++) {
                mine[place] = (byte) a;
                Signature signature = signature(mine, 1);
                for (int b = 0; b < 256; b++) {
                    theirs[place] = (byte) b;
                    assertEquals(
                            a == b ? 19 : 18,
                            signature.equalComponents(stored(1, theirs), 0, 0));
                }
            }
        }
    }

    @Test
    public void countsAllExtremes() {
        for (int hashCount : new int[] {16, 17, 23, 128, 1023}) {
            byte[] bytes = randomBytes(hashCount);
            byte[] opposite = bytes.clone();
            for (int i = 0; i < hashCount; i++) {
                opposite[i] ^= (byte) (1 << i % Byte.SIZE);
            }
            Signature signature = signature(bytes, 1);
            assertEquals(hashCount, signature.equalComponents(stored(1, bytes), 0, hashCount));
            assertEquals(0, signature.equalComponents(stored(1, opposite), 0, 0));
            assertEquals(-1, signature.equalComponents(stored(1, opposite), 0, 1));
        }
    }

    @Test
    public void readsTheShingleCountAmongOtherBytes() {
        byte[] among = randomBytes(60);
        System.arraycopy(stored(6, new byte[16]), 0, among, 27, 28);
        assertEquals(6, Signature.shingleCount(among, 27));
        assertEquals(6, Signature.shingleCount(among, 27, 28, 16));
    }

    @Test
    public void knowsItsSetByCountAndSum() {
        byte[] among = randomBytes(60);
        System.arraycopy(stored(6, randomBytes(16)), 0, among, 27, 28);
        assertTrue(Signature.isOf(new Fingerprint(6, SUM), among, 27, 16));
        assertFalse(Signature.isOf(new Fingerprint(5, SUM), among, 27, 16));
        for (int bit = 0; bit < Long.SIZE; bit++) {
            assertFalse(Signature.isOf(new Fingerprint(6, SUM ^ 1L << bit), among, 27, 16));
        }
    }

    @Test
    public void everyOtherLengthIsCorrupt() {
        for (int length = 0; length <= 60; length++) {
            byte[] bytes = new byte[length];
            if (length != 28) {
                assertCorrupt(
                        "a signature of 16 components has 28 bytes, got " + length,
                        () -> Signature.shingleCount(bytes, 0, bytes.length, 16));
            }
        }
    }

    @Test
    public void aCountBelowOneIsCorrupt() {
        int negative = -1 - seeded.random().nextInt(1 << 30);
        for (int count : new int[] {0, -1, negative, Integer.MIN_VALUE}) {
            byte[] bytes = stored(count, new byte[16]);
            String message = "a signature has at least 1 shingle, got " + count;
            assertCorrupt(message, () -> Signature.shingleCount(bytes, 0));
            assertCorrupt(message, () -> Signature.shingleCount(bytes, 0, 28, 16));
        }
    }

    @Test
    public void equality() {
        byte[] bytes = randomBytes(16);
        byte[] others = bytes.clone();
        others[15]++;
        assertEquals(signature(bytes, 5), signature(bytes, 5));
        assertEquals(signature(bytes, 5).hashCode(), signature(bytes, 5).hashCode());
        assertNotEquals(signature(bytes, 5), signature(bytes, 6));
        assertNotEquals(signature(bytes, 5), signature(others, 5));
    }

    private static void assertCorrupt(String message, ThrowingRunnable read) {
        assertEquals(
                "possible corruption: " + message,
                assertThrows(IllegalStateException.class, read).getMessage());
    }

    private static int makeEqual(byte[] mine, byte[] theirs, int offset, double share) {
        int equal = 0;
        for (int i = 0; i < mine.length; i++) {
            if (i < share * mine.length) {
                theirs[offset + i] = mine[i];
            }
            equal += theirs[offset + i] == mine[i] ? 1 : 0;
        }
        return equal;
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        seeded.random().nextBytes(bytes);
        return bytes;
    }

    /** Writes the stored form as format.md has it. */
    static byte[] stored(int shingleCount, byte[] components) {
        return ByteBuffer.allocate(Integer.BYTES + components.length + Long.BYTES)
                .putInt(shingleCount).put(components).putLong(SUM).array();
    }

    /** A signature of given components, whose upper bytes are not zero. */
    private static Signature signature(byte[] low, int shingleCount) {
        byte[] wide = new byte[low.length * Long.BYTES];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = i % Long.BYTES == 0 ? low[i / Long.BYTES] : (byte) i;
        }
        Scheme scheme = scheme().sketch(SketchAlgorithm.MINHASH, low.length).build();
        return Signature.of(new Sketch(scheme, new Fingerprint(shingleCount, SUM), wide));
    }
}
