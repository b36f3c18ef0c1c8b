package org.nearduplicate.groups;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/** Stored bytes that cannot be right fail the job, and are not taken for something else. */
public class CorruptShardTest extends LuceneTestCase {

    private static final int HASH_COUNT = 16;
    private static final Scheme SCHEME = Schemes.words(1, HASH_COUNT, 2, 6);
    private static final byte[] COMPONENTS = new byte[HASH_COUNT];
    private static final int SHINGLE = 6;

    private HandMadeIndex index;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        index = new HandMadeIndex(SCHEME);
        document("1").signature(2, COMPONENTS).shingleSet(set(2, 1)).add();
    }

    @Override
    public void tearDown() throws Exception {
        index.close();
        super.tearDown();
    }

    public void testTermsOfAnotherWidthOrOfOtherCharactersOrBands() throws IOException {
        for (String term : List.of(
                "\u001F", "\u001F zzzzzz", "\u001F zzzzzzzz", " zzzzzzz", "zz",
                "\u001F zzzAzzz", "\u001F zzzz\u00E9z", "\u001F!zzzzzzz", "  zzzzzzz",
                "~~~~~~~~~", "\u001F \u001Ezzzzzz")) {
            try (HandMadeIndex one = new HandMadeIndex(SCHEME)) {
                one.document("1").term(term).signature(2, COMPONENTS).add();
                assertCorrupt(one, Verify.SIGNATURE, "a band term of 2 bands has 9 characters");
            }
        }
    }

    public void testSignatureOfAnotherLength() throws IOException {
        document("2").signature(new byte[12 + HASH_COUNT + 1]).add();
        assertCorrupt(index, Verify.SIGNATURE,
                "signature of 16 components of 8 bits has 28 bytes, got 29");
    }

    public void testBandTermsWithoutSignature() throws IOException {
        try {
            document("2").add();
        } catch (IllegalArgumentException refusal) {
            assumeNoException("Lucene does not write it", refusal);
        }
        assertCorrupt(index, Verify.SIGNATURE, "no value in [near]: possible corruption");
    }

    public void testBandTermsWithoutShingleSet() throws IOException {
        document("2").signature(3, COMPONENTS).add();
        assertCorrupt(index, Verify.EXACT, "no value in [near._shingles]: possible corruption");
    }

    public void testShingleSetOfAnotherLengthThanTheSignatureSays() throws IOException {
        document("2").signature(4, COMPONENTS).shingleSet(set(2, 7)).add();
        assertCorrupt(index, Verify.EXACT, "possible corruption: ");
    }

    /** Two of the hashes that the signature counts coincide in the 48 bits that the set keeps. */
    public void testShinglesThatCoincideAreNoCorruption() throws IOException {
        document("2").signature(3, COMPONENTS).shingleSet(set(2, 1)).add();
        document("3").signature(4, COMPONENTS).shingleSet(set(3, 1)).add();
        GroupsOptions options = JobAnswer.options(0.1, Verify.EXACT);
        JobAnswer run = JobAnswer.of(List.of(index.open()), SCHEME, options);
        assertEquals(3, run.counts().get(Count.DOCUMENTS_IN_GROUPS));
        Set<Float> similarities = new HashSet<>();
        run.pairs().forEach(pair -> similarities.add(pair.similarity()));
        assertEquals(Set.of(1f, 2 / 3f), similarities);
    }

    /** One set is too short and the next too long, so together they have the right length. */
    public void testShingleSetsWhoseLengthsMakeUpForEachOther() throws IOException {
        document("2").signature(3, COMPONENTS).shingleSet(set(2, 7)).add();
        document("3").signature(Records.record(2, COMPONENTS, 1)).shingleSet(set(3, 8)).add();
        assertCorrupt(index, Verify.EXACT, "possible corruption: ");
    }

    private HandMadeIndex document(String id) {
        return index.document(id).band(0, 5).band(1, 6);
    }

    /** Returns the stored form of the shingles first, first + 1, … */
    private static byte[] set(int size, int first) {
        byte[] set = new byte[size * SHINGLE];
        for (int i = 0; i < size; i++) {
            set[(i + 1) * SHINGLE - 1] = (byte) (first + i);
        }
        return set;
    }

    private static void assertCorrupt(HandMadeIndex index, Verify verify, String message)
            throws IOException {
        GroupsOptions options = JobAnswer.options(0.1, verify);
        List<Shard> shards = List.of(index.open());
        IllegalStateException e = expectThrows(
                IllegalStateException.class, () -> JobAnswer.of(shards, SCHEME, options));
        assertTrue(e.getMessage(), e.getMessage().contains("possible corruption"));
        assertTrue(e.getMessage(), e.getMessage().contains(message));
    }
}
