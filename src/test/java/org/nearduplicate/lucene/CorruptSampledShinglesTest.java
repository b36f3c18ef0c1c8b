package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.sketch.SampledShingles;
import org.nearduplicate.sketch.ShareOf;

/** A number of sampled shingles that cannot be right fails a query with a clear message; any other does no harm. */
public class CorruptSampledShinglesTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String SAMPLED = "near._prints";
    private static final double LEAST = 0.3;

    private final Sample sample = new Sample(
            new TextSketcher(FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 20, 5, 4)),
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen");
    private final SampledShingles sampled = new SampledShingles(2);
    private final long[] keys =
            sample.sampledKeys(sampled).stream().mapToLong(Long::longValue).toArray();

    public void testFewerThanShared() throws IOException {
        assertTrue(keys.length > 1);
        for (long number : new long[] {keys.length - 1, 0, -1, Long.MIN_VALUE}) {
            assertFails(this::number, number);
        }
    }

    public void testMoreThanThereCanBe() throws IOException {
        for (long number : new long[] {1L << 31, Long.MAX_VALUE}) {
            assertFails(this::number, number);
        }
    }

    public void testNone() throws IOException {
        assertFails(number -> List.of(), 0);
    }

    public void testAnyOtherNumberIsANumber() throws IOException {
        Map<Integer, Float> expected = new TreeMap<>();
        List<List<Field>> documents = new ArrayList<>();
        for (long number : new long[] {keys.length, keys.length + 1, 1000, Integer.MAX_VALUE}) {
            if (keys.length >= LEAST * number) {
                expected.put(documents.size(), (float) ((double) keys.length / number));
            }
            documents.add(fields(number(number)));
        }
        assertFalse(expected.isEmpty());
        search(
                documents, searcher -> assertEquals(
                        expected, SampleIndex.search(searcher, query(ShareOf.DOCUMENT))));
    }

    /** Where it is a share of the text, the numbers of documents are not asked for. */
    private void assertFails(LongFunction<List<Field>> count, long number) throws IOException {
        search(List.of(fields(count.apply(number))), searcher -> {
            NearDuplicateQuery query = query(ShareOf.DOCUMENT);
            IllegalStateException e = expectThrows(
                    IllegalStateException.class, () -> SampleIndex.allHits(searcher, query));
            assertTrue(
                    e.getMessage(),
                    e.getMessage().contains(
                            "has [" + keys.length
                                    + "] sampled shingles in common with the query, but not as"
                                    + " many itself in [" + SAMPLED + "]: possible corruption"));
            expectThrows(IllegalStateException.class, () -> searcher.count(query));
            expectThrows(IllegalStateException.class, () -> searcher.explain(query, 0));
            assertEquals(1, searcher.count(query(ShareOf.LIKE)));
        });
    }

    private NearDuplicateQuery query(ShareOf of) {
        return sample.queryForShare(
                FIELD, new SoughtContainment(of, LEAST, .99), sampled, Verified.BY_SIGNATURE);
    }

    private List<Field> number(long number) {
        return List.of(new NumericDocValuesField(SAMPLED, number));
    }

    /** Returns the field with the sampled shingles of the text as terms, and whatever is beside them. */
    private List<Field> fields(List<Field> number) {
        List<Field> fields = new ArrayList<>(sample.fields(FIELD, false));
        fields.addAll(number);
        TokenStream terms = new KeyTermStream(keys);
        fields.add(new TextField(SAMPLED, terms));
        return fields;
    }

    private interface Search {
        void in(IndexSearcher searcher) throws IOException;
    }

    private static void search(List<List<Field>> documents, Search search) throws IOException {
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            for (int id = 0; id < documents.size(); id++) {
                writer.addDocument(SampleIndex.document(id, documents.get(id)));
            }
            try (DirectoryReader reader = writer.getReader()) {
                IndexSearcher searcher = new IndexSearcher(reader);
                searcher.setQueryCache(null);
                search.in(searcher);
            }
        }
    }
}
