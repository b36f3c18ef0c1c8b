package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Signature;

/** Stored values that cannot be right fail a query with a clear message; any others do no harm. */
public class CorruptDocValuesTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String SHINGLES = "near._shingles";
    private static final String ID = "id";
    private static final int HASH_COUNT = 20;
    private static final int LENGTH = 12 + HASH_COUNT;
    private static final double MIN_SIMILARITY = 0.3;

    private final Sample sample = new Sample(
            new TextSketcher(FIELD, new WhitespaceAnalyzer(), Schemes.words(1, HASH_COUNT, 5, 4)),
            "one two three four five six seven");
    private final BytesRef signature = new BytesRef(Signature.encode(sample.sketch()));

    public void testAnyBytesAreASignature() throws IOException {
        List<BytesRef> values = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            byte[] bytes = randomBytes(LENGTH);
            bytes[0] &= Byte.MAX_VALUE;
            bytes[3] |= 1;
            values.add(new BytesRef(bytes));
        }
        try (Stored stored = new Stored(this::signatureField, values)) {
            stored.assertTerminates(false);
        }
    }

    public void testShingleSetOfEveryWrongLength() throws IOException {
        List<BytesRef> values = new ArrayList<>();
        for (int length = 0; length < 50; length++) {
            if (length == 0 || length % 6 != 0) {
                values.add(new BytesRef(randomBytes(length)));
            }
        }
        try (Stored stored = new Stored(this::shinglesField, values)) {
            for (int id = 0; id < values.size(); id++) {
                stored.assertFails(
                        id, true,
                        "possible corruption: a shingle set has 6 bytes a shingle and at least one, got "
                                + values.get(id).length + " bytes");
            }
        }
    }

    public void testAnyShinglesAreAShingleSet() throws IOException {
        BytesRef shingles = sample.fields(FIELD, true).getLast().binaryValue();
        List<BytesRef> values = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            byte[] bytes = random().nextBoolean()
                    ? randomBytes(6 * TestUtil.nextInt(random(), 1, 20))
                    : shingles.bytes.clone();
            for (int flips = random().nextInt(5); flips > 0; flips--) {
                bytes[random().nextInt(bytes.length)] ^= (byte) random().nextInt();
            }
            values.add(new BytesRef(bytes));
        }
        try (Stored stored = new Stored(this::shinglesField, values)) {
            stored.assertTerminates(true);
        }
    }

    public void testBandTermsWithoutSignature() throws IOException {
        Field field = HandMadeField.withoutValue(FIELD, sample.sketch());
        try (Stored stored = new Stored(value -> List.of(field), List.of(signature))) {
            stored.assertFails(0, false, missing(FIELD));
        }
    }

    public void testBandTermsWithoutShingleSetInAnySegment() throws IOException {
        try (Stored stored = new Stored(this::signatureField, List.of(signature))) {
            stored.assertFails(0, true, missing(SHINGLES));
        }
    }

    public void testBandTermsWithoutShingleSetBesideOneThatHasIt() throws IOException {
        List<BytesRef> values = List.of(sample.fields(FIELD, true).getLast().binaryValue(),
                new BytesRef());
        try (Stored stored = new Stored(
                value -> value.length == 0 ? signatureField(signature) : shinglesField(value),
                values)) {
            assertEquals(1, stored.count(0, true));
            stored.assertFails(1, true, missing(SHINGLES));
        }
    }

    private static String missing(String values) {
        return "has terms of its [minhash] field but no value in [" + values
                + "]: possible corruption, or field-level security that hides [" + values + "]";
    }

    private static byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random().nextBytes(bytes);
        return bytes;
    }

    private List<Field> signatureField(BytesRef value) {
        return List.of(HandMadeField.withValue(FIELD, sample.sketch(), value));
    }

    private List<Field> shinglesField(BytesRef value) {
        return List.of(
                HandMadeField.withValue(FIELD, sample.sketch(), signature),
                new BinaryDocValuesField(SHINGLES, value));
    }

    private interface Fields {
        List<Field> of(BytesRef value);
    }

    /** An index with a candidate for each value; its id is the index of the value. */
    private final class Stored implements AutoCloseable {

        private final int size;
        private final Directory directory = newDirectory();
        private final DirectoryReader reader;
        private final IndexSearcher searcher;

        Stored(Fields fields, List<BytesRef> values) throws IOException {
            size = values.size();
            try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
                for (int id = 0; id < size; id++) {
                    writer.addDocument(SampleIndex.document(id, fields.of(values.get(id))));
                }
                writer.forceMerge(1);
                reader = writer.getReader();
            }
            searcher = new IndexSearcher(reader);
            searcher.setQueryCache(null);
        }

        @Override
        public void close() throws IOException {
            reader.close();
            directory.close();
        }

        TopDocs search(int id, boolean exact) throws IOException {
            return SampleIndex.allHits(searcher, query(id, exact));
        }

        int count(int id, boolean exact) throws IOException {
            return searcher.count(query(id, exact));
        }

        void assertFails(int id, boolean exact, String message) throws IOException {
            IllegalStateException e = expectThrows(
                    IllegalStateException.class, () -> search(id, exact));
            assertTrue(e.getMessage(), e.getMessage().endsWith(message));
            assertTrue(e.getMessage(), e.getMessage().contains("possible corruption"));
            assertTrue(
                    e.getMessage(),
                    e.getMessage().contains("[" + (exact ? SHINGLES : FIELD) + "]"));
            expectThrows(IllegalStateException.class, () -> count(id, exact));
            int doc = searcher.search(one(id), 1).scoreDocs[0].doc;
            expectThrows(
                    IllegalStateException.class, () -> searcher.explain(near(exact), doc));
        }

        void assertTerminates(boolean exact) throws IOException {
            TopDocs hits = SampleIndex.allHits(searcher, near(exact));
            assertTrue(hits.scoreDocs.length <= size);
            Arrays.stream(hits.scoreDocs).forEach(hit -> {
                assertTrue(hit.toString(), hit.score >= (float) MIN_SIMILARITY);
                assertTrue(hit.toString(), hit.score <= 1);
            });
        }

        private Query query(int id, boolean exact) {
            return new BooleanQuery.Builder()
                    .add(near(exact), Occur.MUST)
                    .add(one(id), Occur.FILTER)
                    .build();
        }

        private Query one(int id) {
            return new TermQuery(new Term(ID, Integer.toString(id)));
        }

        private Query near(boolean exact) {
            return sample.query(FIELD, exact, MIN_SIMILARITY);
        }
    }
}
