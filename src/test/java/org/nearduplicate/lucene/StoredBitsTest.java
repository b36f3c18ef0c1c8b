package org.nearduplicate.lucene;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SimilarityEstimate;

/** What a query makes of a document of which one stored bit is wrong: every bit, one at a time. */
public class StoredBitsTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String SHINGLES = "near._shingles";
    private static final String ID = "id";
    private static final int HASH_COUNT = 20;
    private static final int SHINGLE_COUNT = 7;
    private static final int COUNT_BITS = 32;
    private static final int SHINGLE_BYTES = 6;
    private static final double MIN_SIMILARITY = 0.3;

    private final Sample sample = new Sample(
            new TextSketcher(FIELD, new WhitespaceAnalyzer(), Schemes.words(1, HASH_COUNT, 5, 4)),
            "one two three four five six seven");
    private final BytesRef signature = new BytesRef(Signature.encode(sample.sketch()));
    private final BytesRef shingles = sample.fields(FIELD, true).getLast().binaryValue();

    public void testSignature() throws IOException {
        float oneLess = (float) new SimilarityEstimate(sample.sketch().scheme().signatureFormat())
                .similarity(HASH_COUNT - 1);
        forEachFlippedBit(
                signature,
                value -> List.of(HandMadeField.withValue(FIELD, sample.sketch(), value)),
                false,
                (bit, value, answer) -> {
                    int count = ByteBuffer.wrap(value).getInt();
                    if (count < 1) {
                        assertRefused(
                                answer, FIELD,
                                "a signature has at least 1 shingle, got " + count);
                    } else if (bit >= COUNT_BITS) {
                        boolean isComponent = bit < COUNT_BITS + HASH_COUNT * Byte.SIZE;
                        assertEquals(isComponent ? oneLess : 1, answer.score(), 0);
                    } else {
                        double bound = Math.min(count, SHINGLE_COUNT)
                                / (double) Math.max(count, SHINGLE_COUNT);
                        assertEquals(bound >= MIN_SIMILARITY ? 1 : -1, answer.score(), 0);
                    }
                });
    }

    /** A flipped bit makes another shingle, which the query has not; a set out of order is not noticed. */
    public void testShingleSet() throws IOException {
        int[] inOrder = new int[1];
        forEachFlippedBit(
                shingles,
                value -> List.of(
                        HandMadeField.withValue(FIELD, sample.sketch(), signature),
                        new BinaryDocValuesField(SHINGLES, value)),
                true,
                (bit, value, answer) -> {
                    if (ascends(value)) {
                        inOrder[0]++;
                        assertEquals(
                                (SHINGLE_COUNT - 1f) / (SHINGLE_COUNT + 1), answer.score(), 1e-7f);
                    } else {
                        assertNull("" + answer.failure(), answer.failure());
                        assertTrue("" + answer.score(), answer.score() <= 1);
                    }
                });
        assertTrue("" + inOrder[0], inOrder[0] > 100);
    }

    private interface Fields {

        List<Field> of(BytesRef value);
    }

    private interface Check {

        void check(int bit, byte[] value, Answer answer) throws IOException;
    }

    /**
     * What a query answered about one document.
     *
     * @param score its score, −1 if it is no hit
     * @param failure what the query failed with, or null
     */
    private record Answer(float score, Exception failure) {}

    private static void assertRefused(Answer answer, String field, String message) {
        assertTrue("" + answer, answer.failure() instanceof IllegalStateException);
        String text = answer.failure().getMessage();
        assertTrue(text, text.endsWith("field [" + field + "]: possible corruption: " + message));
    }

    private static boolean ascends(byte[] set) {
        for (int i = SHINGLE_BYTES; i < set.length; i += SHINGLE_BYTES) {
            BytesRef before = new BytesRef(set, i - SHINGLE_BYTES, SHINGLE_BYTES);
            if (before.compareTo(new BytesRef(set, i, SHINGLE_BYTES)) >= 0) {
                return false;
            }
        }
        return true;
    }

    private void forEachFlippedBit(BytesRef value, Fields fields, boolean exact, Check check)
            throws IOException {
        int bits = value.length * Byte.SIZE;
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            for (int bit = 0; bit < bits; bit++) {
                writer.addDocument(
                        SampleIndex.document(bit, fields.of(new BytesRef(flipped(value, bit)))));
            }
            try (DirectoryReader reader = writer.getReader()) {
                IndexSearcher searcher = newSearcher(reader);
                searcher.setQueryCache(null);
                for (int bit = 0; bit < bits; bit++) {
                    check.check(bit, flipped(value, bit), ask(searcher, bit, exact));
                }
            }
        }
    }

    /** The highest bit of the first byte comes first. */
    private static byte[] flipped(BytesRef value, int bit) {
        byte[] bytes = BytesRef.deepCopyOf(value).bytes;
        bytes[bit / Byte.SIZE] ^= (byte) (0x80 >>> bit % Byte.SIZE);
        return bytes;
    }

    private Answer ask(IndexSearcher searcher, int id, boolean exact) throws IOException {
        Query query = new BooleanQuery.Builder()
                .add(sample.query(FIELD, exact, MIN_SIMILARITY), Occur.MUST)
                .add(new TermQuery(new Term(ID, Integer.toString(id))), Occur.FILTER)
                .build();
        try {
            ScoreDoc[] hits = SampleIndex.allHits(searcher, query).scoreDocs;
            return new Answer(hits.length == 0 ? -1 : hits[0].score, null);
        } catch (IllegalStateException e) {
            return new Answer(-1, e);
        }
    }
}
