package org.nearduplicate.groups;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.sets.ReferenceSet;

/** Stored bytes that cannot be right fail the job, and are not taken for something else: any bit, and any length. */
public class StoredBitsTest extends LuceneTestCase {

    private static final int HASH_COUNT = 16;
    private static final double MIN_SIMILARITY = 0.1;
    private static final Scheme SCHEME = Schemes.words(1, HASH_COUNT, 2, 6);
    private static final byte[] SIGNATURE =
            ByteBuffer.allocate(12 + HASH_COUNT).putInt(2).array();
    /** Of another set with the same components, so that the sets are compared. */
    private static final byte[] OTHER =
            ByteBuffer.allocate(12 + HASH_COUNT).putInt(2).putLong(4 + HASH_COUNT, 5).array();
    private static final byte[] SET = ReferenceSet.stored(1L << 18, 1L << 18 | 7);
    private static final String TERM = "\u001F abc=xyz";
    private static final String ALPHABET =
            "\u001F !\"#$%&'()*+,-./0123456789:;<=>_`abcdefghijklmnopqrstuvwxyz{|}~";

    /** A set may have fewer shingles than the signature says. */
    public void testSignature() throws IOException {
        for (int bit = 0; bit < SIGNATURE.length * Byte.SIZE; bit++) {
            byte[] flipped = flipped(SIGNATURE, bit);
            int count = ByteBuffer.wrap(flipped).getInt();
            String refusal = count < 1
                    ? "field [near]: possible corruption: a signature has at least 1 shingle, got "
                            + count
                    : null;
            assertRun(run(TERM, flipped, SET, Verify.SIGNATURE), refusal);
            assertRun(run(TERM, flipped, SET, Verify.EXACT), refusal);
        }
    }

    public void testSignatureOfAnotherLength() throws IOException {
        for (int length = 0; length <= SIGNATURE.length + 1; length++) {
            for (Verify verify : Verify.values()) {
                assertRun(
                        run(TERM, Arrays.copyOf(SIGNATURE, length), SET, verify),
                        length == SIGNATURE.length
                                ? null
                                : "field [near]: possible corruption: a signature of 16 components of 8"
                                        + " bits has 28 bytes, got " + length);
            }
        }
    }

    public void testShingleSet() throws IOException {
        int sets = 0;
        for (int bit = 0; bit < SET.length * Byte.SIZE; bit++) {
            byte[] flipped = flipped(SET, bit);
            boolean isSet = bit >= Byte.SIZE && ReferenceSet.isSet(flipped);
            sets += isSet ? 1 : 0;
            assertRun(
                    run(TERM, SIGNATURE, flipped, Verify.EXACT),
                    isSet ? null : "possible corruption: ");
            assertRun(run(TERM, SIGNATURE, flipped, Verify.SIGNATURE), null);
        }
        assertTrue(sets + " of " + SET.length + " bytes", sets > 30);
    }

    public void testShingleSetCutOff() throws IOException {
        for (int length = 0; length < SET.length + 3; length++) {
            assertRun(
                    run(TERM, SIGNATURE, Arrays.copyOf(SET, length), Verify.EXACT),
                    length == SET.length
                            ? null
                            : "field [near._shingles]: possible corruption: a shingle set begins with how"
                                    + " many shingles it has, at least 1, and that says its length, got "
                                    + length);
        }
    }

    public void testBandTerm() throws IOException {
        byte[] term = TERM.getBytes(StandardCharsets.US_ASCII);
        for (int bit = 0; bit < term.length * Byte.SIZE; bit++) {
            byte[] flipped = flipped(term, bit);
            boolean isTerm = ALPHABET.indexOf(flipped[0] & 0xFF) == 0
                    && ALPHABET.indexOf(flipped[1] & 0xFF) < SCHEME.banding().bands();
            for (byte character : flipped) {
                isTerm &= ALPHABET.indexOf(character & 0xFF) >= 0;
            }
            assertRun(
                    run(new BytesRef(flipped), SIGNATURE, SET, Verify.SIGNATURE),
                    isTerm ? null : badTerm(flipped));
        }
    }

    public void testBandTermOfAnotherLength() throws IOException {
        byte[] term = TERM.getBytes(StandardCharsets.US_ASCII);
        for (int length = 1; length <= term.length + 1; length++) {
            byte[] cut = Arrays.copyOf(term, length);
            assertRun(
                    run(new BytesRef(cut), SIGNATURE, SET, Verify.SIGNATURE),
                    length == term.length ? null : badTerm(cut));
        }
    }

    public void testBandTermsWithoutSignature() throws IOException {
        try {
            assertRun(
                    run(TERM, null, null, Verify.SIGNATURE),
                    "no value in [near]: possible corruption");
        } catch (IllegalArgumentException refusal) {
            assumeNoException("Lucene does not write it", refusal);
        }
    }

    public void testBandTermsWithoutShingleSet() throws IOException {
        assertRun(
                run(TERM, SIGNATURE, null, Verify.EXACT),
                "no value in [near._shingles]: possible corruption");
    }

    /** Two of the hashes that the signature counts coincide in the 34 bits that the set keeps. */
    public void testShinglesThatCoincideAreNoCorruption() throws IOException {
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            byte[] components = new byte[HASH_COUNT];
            document(index, "1").signature(2, components).shingleSet(set(2, 1)).add();
            document(index, "2").signature(3, components).shingleSet(set(2, 1)).add();
            document(index, "3").signature(4, components).shingleSet(set(3, 1)).add();
            JobAnswer found = JobAnswer.of(
                    List.of(index.open()), SCHEME,
                    JobAnswer.options(MIN_SIMILARITY, Verify.EXACT));
            assertEquals(3, found.counts().get(Count.DOCUMENTS_IN_GROUPS));
            Set<Float> similarities = new HashSet<>();
            found.pairs().forEach(pair -> similarities.add(pair.similarity()));
            assertEquals(Set.of(1f, 2 / 3f), similarities);
        }
    }

    /** One set is too short and the next too long, so together they have the right length. */
    public void testShingleSetsWhoseLengthsMakeUpForEachOther() throws IOException {
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            byte[] components = new byte[HASH_COUNT];
            document(index, "1").signature(2, components).shingleSet(set(2, 1)).add();
            document(index, "2").signature(3, components).shingleSet(set(2, 7)).add();
            document(index, "3").signature(Records.record(2, components, 1))
                    .shingleSet(set(3, 8))
                    .add();
            assertRun(failure(index, Verify.EXACT), "possible corruption: ");
        }
    }

    private static HandMadeIndex document(HandMadeIndex index, String id) {
        return index.document(id).band(0, 5);
    }

    /** Returns the stored form of the shingles first, first + 1, … */
    private static byte[] set(int size, int first) {
        return ReferenceSet.stored(LongStream.range(first, first + size).toArray());
    }

    private static String badTerm(byte[] got) {
        return "field [near]: possible corruption: a band term of 2 bands has 9 characters of 0x1F-0x3E"
                + " and 0x5F-0x7E, got " + Arrays.toString(got);
    }

    private static byte[] flipped(byte[] value, int bit) {
        byte[] flipped = value.clone();
        flipped[bit / Byte.SIZE] ^= (byte) (0x80 >>> bit % Byte.SIZE);
        return flipped;
    }

    private static Exception run(String term, byte[] signature, byte[] set, Verify verify)
            throws IOException {
        return run(new BytesRef(term), signature, set, verify);
    }

    /** Returns what a job fails with over an intact document and one that may not be, or null. */
    private static Exception run(BytesRef term, byte[] signature, byte[] set, Verify verify)
            throws IOException {
        try (HandMadeIndex index = new HandMadeIndex(SCHEME)) {
            index.document("1").term(new BytesRef(TERM)).signature(OTHER).shingleSet(SET).add();
            document(index, "2").term(term);
            if (signature != null) {
                index.signature(signature);
            }
            if (set != null) {
                index.shingleSet(set);
            }
            index.add();
            document(index, "3").signature(OTHER).shingleSet(SET).add();
            return failure(index, verify);
        }
    }

    private static Exception failure(HandMadeIndex index, Verify verify) throws IOException {
        GroupsOptions options = JobAnswer.options(MIN_SIMILARITY, verify);
        List<Shard> shards = List.of(index.open());
        try {
            JobAnswer.of(shards, SCHEME, options);
            return null;
        } catch (IllegalStateException e) {
            return e;
        }
    }

    private static void assertRun(Exception failure, String message) {
        if (message == null) {
            assertNull("" + failure, failure);
        } else {
            assertNotNull(message, failure);
            assertTrue(failure + " has no " + message, failure.getMessage().contains(message));
        }
    }
}
