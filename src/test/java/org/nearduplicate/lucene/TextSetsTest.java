package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.ShingleSet;

/** Sets made again from texts are those that would have been stored; what cannot be made is an error. */
public class TextSetsTest extends LuceneTestCase {

    private static final String FIELD = SampleIndex.FIELD;
    private static final List<String> TEXTS = List.of(
            "one two three four five six seven eight",
            "one two three four five six seven eight",
            "one two three four five six seven nine",
            "ten eleven twelve thirteen",
            "one two three four five six seven eight");

    private final CountingAnalyzer analyzer = new CountingAnalyzer();
    private final TextSketcher sketcher =
            new TextSketcher(FIELD, analyzer, Schemes.words(2, 64, 16, 4));

    private Directory directory;
    private DirectoryReader reader;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        directory = newDirectory();
        try (IndexWriter writer = new IndexWriter(directory, inOrder())) {
            for (int id = 0; id < TEXTS.size(); id++) {
                Document document = new Document();
                document.add(new StringField(SampleIndex.ID, Integer.toString(id), Store.YES));
                document.add(new StoredField(StoredTexts.NAME, TEXTS.get(id)));
                sample(id).fields(FIELD, false).forEach(document::add);
                writer.addDocument(document);
            }
            writer.forceMerge(1);
            reader = DirectoryReader.open(writer);
        }
        analyzer.refused = null;
        analyzer.analyzed = 0;
    }

    @Override
    public void tearDown() throws Exception {
        reader.close();
        directory.close();
        super.tearDown();
    }

    public void testSetsAreThoseThatWouldBeStored() throws IOException {
        DocumentSource.Reader<BytesRef> sets = open(new StoredTexts());
        for (int id = 0; id < TEXTS.size(); id++) {
            ShingleHashes hashes = new ShingleHashes();
            sketcher.shingle(TEXTS.get(id), hashes);
            assertEquals(new BytesRef(ShingleSet.of(hashes).toBytes()), sets.read(id));
        }
    }

    public void testEqualTextsInARowAreAnalyzedOnce() throws IOException {
        DocumentSource.Reader<BytesRef> sets = open(new StoredTexts());
        List<Integer> analyzed = new ArrayList<>();
        for (int id = 0; id < TEXTS.size(); id++) {
            sets.read(id);
            analyzed.add(analyzer.analyzed);
        }
        assertEquals(List.of(1, 1, 2, 3, 4), analyzed);
    }

    public void testOtherTextsThanThoseIndexedAreRefused() {
        for (List<String> other : List.of(
                List.<String>of(),
                List.of("…"),
                List.of("one two three four five six seven ten"),
                List.of("one two three four five six seven nine ten"),
                List.of("one two three four five six seven"))) {
            StoredTexts texts = new StoredTexts(
                    values -> values.getFirst().endsWith("nine") ? other : values);
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> hits(0, texts));
            assertTrue(
                    e.getMessage(),
                    e.getMessage().startsWith(
                            "document [2]: [_source] does not give back what [text.near] was indexed"));
        }
    }

    /** Lucene verifies a document before it checks whether it is deleted. */
    public void testDeletedDocumentsAreNotRead() throws IOException {
        try (IndexWriter writer = new IndexWriter(directory, inOrder())) {
            writer.deleteDocuments(new Term(SampleIndex.ID, "2"));
        }
        try (DirectoryReader left = DirectoryReader.open(directory)) {
            for (Occur occur : List.of(Occur.MUST, Occur.SHOULD, Occur.MUST_NOT)) {
                StoredTexts texts = new StoredTexts();
                Query query = new BooleanQuery.Builder()
                        .add(sample(2).queryByTexts(FIELD, texts, 0.1), occur)
                        .add(Everything.QUERY, Occur.SHOULD)
                        .add(new TermQuery(new Term(SampleIndex.ID, "3")), Occur.SHOULD)
                        .build();
                IndexSearcher searcher = new IndexSearcher(left);
                assertEquals(
                        occur == Occur.SHOULD ? 4 : occur == Occur.MUST ? 3 : 1,
                        searcher.search(query, 10).scoreDocs.length);
                searcher.count(query);
                assertFalse(occur + ": " + texts.read(), texts.read().contains(2));
                assertEquals(
                        occur + ": " + texts.read(), occur != Occur.MUST_NOT,
                        texts.read().contains(4));
            }
        }
    }

    public void testNoTextAfterALargeOneIsNoText() throws IOException {
        String large = "one two three ".repeat(10_000);
        StoredTexts texts = new StoredTexts(
                values -> values.getFirst().endsWith("nine") ? List.of() : List.of(large));
        DocumentSource.Reader<BytesRef> sets = open(texts);
        expectThrows(IllegalArgumentException.class, () -> sets.read(1));
        expectThrows(IllegalArgumentException.class, () -> sets.read(2));
    }

    public void testATextThatTheAnalyzerRefusesFailsByTheNameOfItsDocument() {
        analyzer.refused = "nine";
        IllegalStateException e =
                expectThrows(IllegalStateException.class, () -> hits(0, new StoredTexts()));
        assertEquals(
                "document [2], field [" + FIELD + "]: its text cannot be analyzed: no nine",
                e.getMessage());
    }

    public void testMemoryOfALargeTextIsChargedAndGivenBack() throws IOException {
        String large = "one two three ".repeat(10_000);
        CountingMonitor charged = CountingMonitor.unlimited();
        StoredTexts texts = new StoredTexts(values -> List.of(large));
        DocumentSource.Reader<BytesRef> sets = new TextSets(FIELD, sketcher, texts, charged)
                .open(reader.leaves().getFirst(), random().nextBoolean());
        expectThrows(IllegalArgumentException.class, () -> sets.read(0));
        assertEquals(0, charged.reserved());
        assertEquals(2L * large.length(), charged.peak());
    }

    /** Random merges may change the order of documents. */
    private static IndexWriterConfig inOrder() {
        return new IndexWriterConfig().setMergePolicy(new LogDocMergePolicy());
    }

    private Sample sample(int id) {
        return new Sample(sketcher, TEXTS.get(id));
    }

    private Map<Integer, Float> hits(int id, StoredTexts texts) throws IOException {
        return SampleIndex.search(
                new IndexSearcher(reader), sample(id).queryByTexts(FIELD, texts, 0.5));
    }

    private DocumentSource.Reader<BytesRef> open(StoredTexts texts) throws IOException {
        return new TextSets(FIELD, sketcher, texts, JobMonitor.NONE)
                .open(reader.leaves().getFirst(), random().nextBoolean());
    }

    /** Words between spaces; counts the texts, and refuses those with a word. */
    private static final class CountingAnalyzer extends AnalyzerWrapper {

        private final Analyzer words = new WhitespaceAnalyzer();
        private String refused;
        private int analyzed;

        CountingAnalyzer() {
            super(GLOBAL_REUSE_STRATEGY);
        }

        @Override
        protected Analyzer getWrappedAnalyzer(String field) {
            return words;
        }

        @Override
        protected Reader wrapReader(String field, Reader reader) {
            analyzed++;
            StringWriter text = new StringWriter();
            try {
                reader.transferTo(text);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            if (refused != null && text.toString().contains(refused)) {
                throw new IllegalArgumentException("no " + refused);
            }
            return new StringReader(text.toString());
        }
    }
}
