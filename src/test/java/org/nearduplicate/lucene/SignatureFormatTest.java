package org.nearduplicate.lucene;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
/** The layout of a signature, and that nothing else is taken for one. */
public class SignatureFormatTest extends LuceneTestCase {

    private static final int HASH_COUNT = 16;
    private static final int LENGTH = 4 + HASH_COUNT;

    private final Sample sample = new Sample(
            new TextSketcher("f", new WhitespaceAnalyzer(), Schemes.words(1, HASH_COUNT, 4, 4)),
            "one two three four five six");

    public void testLayout() {
        BytesRef value = SignatureFormat.encode(sample.sketch());
        ByteBuffer expected = ByteBuffer.allocate(LENGTH).putInt(6).put(sample.components());
        assertEquals(new BytesRef(expected.array()), value);
        assertEquals(6, SignatureFormat.shingleCount(value, HASH_COUNT));
        assertEquals(4, SignatureFormat.componentsOffset(value));
    }

    public void testValueAmongOtherBytes() {
        BytesRef encoded = SignatureFormat.encode(sample.sketch());
        byte[] among = new byte[100];
        Arrays.fill(among, (byte) 0xFF);
        System.arraycopy(encoded.bytes, encoded.offset, among, 37, encoded.length);
        BytesRef value = new BytesRef(among, 37, LENGTH);
        assertEquals(6, SignatureFormat.shingleCount(value, HASH_COUNT));
        assertEquals(41, SignatureFormat.componentsOffset(value));
    }

    public void testEveryOtherLengthIsCorrupt() {
        for (int length = 0; length <= 3 * LENGTH; length++) {
            BytesRef value = new BytesRef(new byte[length]);
            if (length != LENGTH) {
                assertCorrupt(
                        "possible corruption: a signature of 16 components has 20 bytes, got "
                                + length,
                        value);
            }
        }
    }

    public void testCountBelowOneIsCorrupt() {
        for (int count : new int[] {0, -1, -1 - random().nextInt(1 << 30), Integer.MIN_VALUE}) {
            BytesRef value = new BytesRef(ByteBuffer.allocate(LENGTH).putInt(count).array());
            assertCorrupt(
                    "possible corruption: a signature has at least 1 shingle, got " + count,
                    value);
        }
    }

    private static void assertCorrupt(String message, BytesRef value) {
        IllegalStateException e = expectThrows(
                IllegalStateException.class,
                () -> SignatureFormat.shingleCount(value, HASH_COUNT));
        assertEquals(message, e.getMessage());
    }
}
