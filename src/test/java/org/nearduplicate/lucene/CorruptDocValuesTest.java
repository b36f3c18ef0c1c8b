package org.nearduplicate.lucene;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
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
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SimilarityEstimate;
import org.nearduplicate.sketch.sets.ReferenceSet;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShareOf;

/**
 * Stored values that cannot be right fail a query with a clear message; any others do no harm. Of signatures and of
 * shingle sets every bit is wrong once.
 */
public class CorruptDocValuesTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String SHINGLES = "near._shingles";
    private static final String SAMPLED = "near._prints";
    private static final int HASH_COUNT = 20;
    private static final int COUNT_BITS = 32;
    private static final double LEAST = 0.3;

    private final Sample sample = new Sample(
            new TextSketcher(FIELD, new WhitespaceAnalyzer(), Schemes.words(1, HASH_COUNT, 5, 4)),
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen");
    private final int shingleCount = sample.shingles().size();
    private final BytesRef signature = new BytesRef(Signature.of(sample.sketch()).stored());
    private final BytesRef shingles = sample.fields(FIELD, true).getLast().binaryValue();
    private final SampledShingles sampled = new SampledShingles(2);
    private final long[] keys =
            sample.sampledKeys(sampled).stream().mapToLong(Long::longValue).toArray();

    public void testEveryBitOfASignature() throws IOException {
        float oneLess = (float) new SimilarityEstimate(sample.sketch().scheme().signatureFormat())
                .similarity(HASH_COUNT - 1);
        List<byte[]> values = flipped(signature);
        try (Stored stored = new Stored(values.stream().map(this::signatureField).toList())) {
            for (int bit = 0; bit < values.size(); bit++) {
                int count = ByteBuffer.wrap(values.get(bit)).getInt();
                if (count < 1) {
                    stored.assertFails(
                            near(false), bit, "field [" + FIELD
                                    + "]: possible corruption: a signature has at least 1 shingle, got "
                                    + count);
                } else if (bit >= COUNT_BITS) {
                    boolean isComponent = bit < COUNT_BITS + HASH_COUNT * Byte.SIZE;
                    assertEquals(isComponent ? oneLess : 1, stored.score(near(false), bit), 0);
                } else {
                    double bound = Math.min(count, shingleCount)
                            / (double) Math.max(count, shingleCount);
                    assertEquals(bound >= LEAST ? 1 : -1, stored.score(near(false), bit), 0);
                }
            }
        }
    }

    /** What is read is compared, be it a set or not; another number of shingles is noticed by the length. */
    public void testEveryBitOfAShingleSet() throws IOException {
        Set<Long> own = Set.copyOf(ReferenceSet.shingles(BytesRef.deepCopyOf(shingles).bytes));
        int sets = 0;
        List<byte[]> values = flipped(shingles);
        try (Stored stored = new Stored(values.stream().map(this::shinglesField).toList())) {
            for (int bit = 0; bit < values.size(); bit++) {
                if (bit < Byte.SIZE) {
                    assertNoSet(stored, bit, shingles.length);
                } else if (ReferenceSet.isSet(values.get(bit))) {
                    sets++;
                    List<Long> others = ReferenceSet.shingles(values.get(bit));
                    int common = (int) others.stream().filter(own::contains).count();
                    assertEquals(
                            (float) common / (2 * shingleCount - common),
                            stored.score(near(true), bit), 0);
                } else {
                    assertIsScore(stored.score(near(true), bit));
                }
            }
        }
        assertTrue("" + sets, sets > 200);
    }

    private static void assertIsScore(float score) {
        assertTrue("" + score, score == -1 || score >= (float) LEAST && score <= 1);
    }

    public void testAnyBytesOfTheRightLength() throws IOException {
        List<List<Field>> documents = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            byte[] anySignature = randomBytes(signature.length);
            anySignature[0] &= Byte.MAX_VALUE;
            anySignature[3] |= 1;
            List<Field> fields = new ArrayList<>(signatureField(anySignature));
            int size = TestUtil.nextInt(random(), 1, 20);
            byte[] anySet = randomBytes(ReferenceSet.length(size));
            anySet[0] = (byte) size;
            fields.add(new BinaryDocValuesField(SHINGLES, new BytesRef(anySet)));
            documents.add(fields);
        }
        try (Stored stored = new Stored(documents)) {
            for (int i = 0; i < documents.size(); i++) {
                assertIsScore(stored.score(near(false), i));
                assertIsScore(stored.score(near(true), i));
            }
        }
    }

    public void testShingleSetOfEveryWrongLength() throws IOException {
        List<byte[]> values = IntStream.range(0, 2 * shingles.length)
                .filter(length -> length != shingles.length)
                .mapToObj(length -> Arrays.copyOf(BytesRef.deepCopyOf(shingles).bytes, length))
                .toList();
        try (Stored stored = new Stored(values.stream().map(this::shinglesField).toList())) {
            for (int i = 0; i < values.size(); i++) {
                assertNoSet(stored, i, values.get(i).length);
            }
        }
    }

    private void assertNoSet(Stored stored, int id, int length) throws IOException {
        stored.assertFails(
                near(true), id, "field [" + SHINGLES
                        + "]: possible corruption: a shingle set begins with how many shingles it has, at"
                        + " least 1, and that says its length, got " + length + " bytes");
    }

    public void testBandTermsWithoutSignature() throws IOException {
        Field field = HandMadeField.withoutValue(FIELD, sample.sketch());
        try (Stored stored = new Stored(List.of(List.of(field)))) {
            stored.assertFails(near(false), 0, missing(FIELD));
        }
    }

    /** In any document, and in one beside others that have it. */
    public void testBandTermsWithoutShingleSet() throws IOException {
        List<Field> without = signatureField(signature.bytes);
        try (Stored stored = new Stored(List.of(without))) {
            stored.assertFails(near(true), 0, missing(SHINGLES));
        }
        try (Stored stored = new Stored(List.of(shinglesField(shingles.bytes), without))) {
            assertEquals(1, stored.score(near(true), 0), 0);
            stored.assertFails(near(true), 1, missing(SHINGLES));
        }
    }

    private static String missing(String values) {
        return "has terms of its [minhash] field but no value in [" + values
                + "]: possible corruption, or field-level security that hides [" + values + "]";
    }

    /** Where it is a share of the text, the numbers of documents are not needed. */
    public void testNumbersOfSampledShinglesThatCannotBe() throws IOException {
        assertTrue(keys.length > 1);
        assertNumbersAreRefused(List.of(sampledFields()));
        assertNumbersAreRefused(
                LongStream.of(keys.length - 1, 0, -1, Long.MIN_VALUE, 1L << 31, Long.MAX_VALUE)
                        .mapToObj(this::sampledFields)
                        .toList());
    }

    private void assertNumbersAreRefused(List<List<Field>> documents) throws IOException {
        try (Stored stored = new Stored(documents)) {
            for (int i = 0; i < documents.size(); i++) {
                stored.assertFails(
                        share(ShareOf.DOCUMENT), i, "has [" + keys.length
                                + "] sampled shingles in common with the query, but not as many itself in ["
                                + SAMPLED + "]: possible corruption");
                assertEquals(1, stored.score(share(ShareOf.LIKE), i), 0);
            }
        }
    }

    public void testAnyOtherNumberOfSampledShinglesIsANumber() throws IOException {
        long[] numbers = {keys.length, keys.length + 1, 1000, Integer.MAX_VALUE};
        try (Stored stored =
                new Stored(LongStream.of(numbers).mapToObj(this::sampledFields).toList())) {
            for (int i = 0; i < numbers.length; i++) {
                double share = (double) keys.length / numbers[i];
                assertEquals(
                        share >= LEAST ? (float) share : -1,
                        stored.score(share(ShareOf.DOCUMENT), i), 0);
            }
        }
    }

    private Query near(boolean exact) {
        return sample.query(FIELD, exact, LEAST);
    }

    private Query share(ShareOf of) {
        return sample.queryForShare(
                FIELD, new SoughtContainment(of, LEAST, .99), sampled, Verified.BY_SIGNATURE);
    }

    private List<Field> signatureField(byte[] value) {
        return List.of(HandMadeField.withValue(FIELD, sample.sketch(), new BytesRef(value)));
    }

    private List<Field> shinglesField(byte[] value) {
        return List.of(
                HandMadeField.withValue(FIELD, sample.sketch(), signature),
                new BinaryDocValuesField(SHINGLES, new BytesRef(value)));
    }

    /** Returns the field with the sampled shingles of the text as terms, and beside them their number, or none. */
    private List<Field> sampledFields(long... number) {
        List<Field> fields = new ArrayList<>(sample.fields(FIELD, false));
        LongStream.of(number).forEach(each -> fields.add(new NumericDocValuesField(SAMPLED, each)));
        fields.add(new TextField(SAMPLED, new KeyTermStream(keys)));
        return fields;
    }

    private static byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random().nextBytes(bytes);
        return bytes;
    }

    /** Returns a value with each of its bits flipped; the highest bit of the first byte comes first. */
    private static List<byte[]> flipped(BytesRef value) {
        return IntStream.range(0, value.length * Byte.SIZE).mapToObj(bit -> {
            byte[] bytes = BytesRef.deepCopyOf(value).bytes;
            bytes[bit / Byte.SIZE] ^= (byte) (0x80 >>> bit % Byte.SIZE);
            return bytes;
        }).toList();
    }

    /** An index of documents, each of which is queried alone. */
    private static final class Stored implements AutoCloseable {

        private final Directory directory = newDirectory();
        private final DirectoryReader reader;
        private final IndexSearcher searcher;

        Stored(List<List<Field>> documents) throws IOException {
            try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
                for (int id = 0; id < documents.size(); id++) {
                    writer.addDocument(SampleIndex.document(id, documents.get(id)));
                }
                writer.forceMerge(1);
                reader = writer.getReader();
            }
            searcher = new IndexSearcher(reader);
            searcher.setQueryCache(null);
        }

        @Override
        public void close() throws IOException {
            IOUtils.close(reader, directory);
        }

        /** Returns the score of a document, −1 if it is no hit. */
        float score(Query query, int id) throws IOException {
            ScoreDoc[] hits = SampleIndex.allHits(searcher, only(query, id)).scoreDocs;
            assertEquals(hits.length, searcher.count(only(query, id)));
            return hits.length == 0 ? -1 : hits[0].score;
        }

        void assertFails(Query query, int id, String message) throws IOException {
            IllegalStateException e =
                    expectThrows(IllegalStateException.class, () -> score(query, id));
            assertTrue(e.getMessage(), e.getMessage().endsWith(message));
            expectThrows(
                    IllegalStateException.class, () -> searcher.count(only(query, id)));
            int doc = searcher.search(one(id), 1).scoreDocs[0].doc;
            expectThrows(IllegalStateException.class, () -> searcher.explain(query, doc));
        }

        private static Query only(Query query, int id) {
            return new BooleanQuery.Builder()
                    .add(query, Occur.MUST)
                    .add(one(id), Occur.FILTER)
                    .build();
        }

        private static Query one(int id) {
            return new TermQuery(new Term(SampleIndex.ID, Integer.toString(id)));
        }
    }
}
