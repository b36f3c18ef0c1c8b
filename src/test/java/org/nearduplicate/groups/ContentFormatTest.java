package org.nearduplicate.groups;

import java.util.Arrays;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.lucene.Verify;

/** A record is the stored signature, and for exact verification a hash of the shingle set behind it. */
public class ContentFormatTest extends LuceneTestCase {

    private static final int HASH_COUNT = 21;
    private static final ContentFormat SIGNATURE = new ContentFormat(HASH_COUNT, Verify.SIGNATURE);
    private static final ContentFormat EXACT = new ContentFormat(HASH_COUNT, Verify.EXACT);

    public void testLength() {
        assertEquals(25, SIGNATURE.length());
        assertEquals(41, EXACT.length());
        assertFalse(SIGNATURE.isExact());
        assertTrue(EXACT.isExact());
    }

    public void testWritesTheSignatureInItsPlaceOnly() {
        byte[] signature = signature(3);
        byte[] records = new byte[100];
        SIGNATURE.writeSignature(shifted(signature), records, 50);
        byte[] expected = new byte[100];
        System.arraycopy(signature, 0, expected, 50, 25);
        assertArrayEquals(expected, records);
    }

    public void testWritesTheHashOfTheSetBehindTheSignature() {
        byte[] set = set();
        byte[] record = record(3, set);
        assertArrayEquals(signature(3), Arrays.copyOf(record, 25));
        assertArrayEquals(record, record(3, set));
        for (int i = 0; i < set.length; i++) {
            byte[] other = set.clone();
            other[i]++;
            assertFalse(
                    Arrays.equals(record, 25, 41, record(3, other), 25, 41));
        }
        byte[] twice = new byte[82];
        EXACT.writeSignature(new BytesRef(signature(3)), twice, 41);
        EXACT.writeSetHash(shifted(set), twice, 41);
        assertArrayEquals(record, Arrays.copyOfRange(twice, 41, 82));
    }

    public void testRefusesWhatIsNoSignature() {
        byte[] record = new byte[41];
        assertCorrupt(() -> EXACT.writeSignature(new BytesRef(new byte[25]), record, 0));
        assertCorrupt(
                () -> EXACT.writeSignature(
                        new BytesRef(Arrays.copyOf(signature(3), 24)), record, 0));
    }

    public void testRefusesASetOfAnotherLengthThanTheSignatureSays() {
        byte[] record = record(3, set());
        for (int length = 0; length < 40; length++) {
            if (length != 18 && length != 12) {
                BytesRef set = new BytesRef(new byte[length]);
                assertCorrupt(() -> EXACT.writeSetHash(set, record, 0));
            }
        }
    }

    public void testASetMayHaveOneShingleLessThanTheSignatureSays() {
        byte[] set = Arrays.copyOf(set(), 12);
        byte[] record = record(3, set);
        assertArrayEquals(record(2, set), record);
        assertEquals(2, record[3]);
    }

    public void testRefusesASetThatDoesNotAscend() {
        byte[] set = set();
        set[6] = (byte) (set[12] + 1);
        assertCorrupt(() -> record(3, set));
        byte[] twice = set();
        System.arraycopy(twice, 0, twice, 6, 6);
        assertCorrupt(() -> record(3, twice));
    }

    public void testChecksTheRecordsOfAShard() {
        byte[] records = new byte[75];
        for (int i = 0; i < 3; i++) {
            SIGNATURE.writeSignature(new BytesRef(signature(1 + i)), records, i * 25);
        }
        SIGNATURE.check(records, 3);
        SIGNATURE.check(new byte[0], 0);
        for (int count : new int[] {0, 2, 4, Integer.MAX_VALUE}) {
            assertCorrupt(() -> SIGNATURE.check(records, count));
        }
        for (int length = 0; length < records.length; length++) {
            byte[] cut = Arrays.copyOf(records, length);
            assertCorrupt(() -> SIGNATURE.check(cut, 3));
        }
        for (int record = 0; record < 3; record++) {
            byte[] negative = records.clone();
            negative[record * 25] = (byte) 0x80;
            assertCorrupt(() -> SIGNATURE.check(negative, 3));
        }
    }

    /** Returns three random shingles that go on ascending when a byte of one is a little higher. */
    private static byte[] set() {
        byte[] set = new byte[18];
        random().nextBytes(set);
        set[0] = 10;
        set[6] = 20;
        set[12] = 30;
        return set;
    }

    private static byte[] signature(int shingleCount) {
        byte[] components = new byte[HASH_COUNT];
        for (int i = 0; i < HASH_COUNT; i++) {
            components[i] = (byte) (100 + 2 * i);
        }
        return Records.record(shingleCount, components);
    }

    private static byte[] record(int shingleCount, byte[] set) {
        byte[] record = new byte[EXACT.length()];
        EXACT.writeSignature(new BytesRef(signature(shingleCount)), record, 0);
        EXACT.writeSetHash(new BytesRef(set), record, 0);
        return record;
    }

    private static BytesRef shifted(byte[] value) {
        byte[] bytes = new byte[value.length + 9];
        System.arraycopy(value, 0, bytes, 4, value.length);
        return new BytesRef(bytes, 4, value.length);
    }

    private static void assertCorrupt(ThrowingRunnable call) {
        IllegalStateException e = expectThrows(IllegalStateException.class, call);
        assertTrue(e.getMessage(), e.getMessage().startsWith("possible corruption"));
    }
}
