package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.MemoryBudget;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;

/** Sets made again from texts are those that would have been stored; what cannot be made is told. */
public class TextSetReaderTest extends LuceneTestCase {

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
                document.add(new StoredField(SampleIndex.TEXT, TEXTS.get(id)));
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
        TextSetReader sets = open(new StoredTexts());
        for (int id = 0; id < TEXTS.size(); id++) {
            ShingleHashes hashes = new ShingleHashes();
            sketcher.shingle(TEXTS.get(id), hashes);
            assertEquals(new BytesRef(ShingleSet.of(hashes).toBytes()), sets.read(id));
        }
    }

    public void testEqualTextsInARowAreAnalyzedOnce() throws IOException {
        TextSetReader sets = open(new StoredTexts());
        List<Integer> analyzed = new ArrayList<>();
        for (int id = 0; id < TEXTS.size(); id++) {
            sets.read(id);
            analyzed.add(analyzer.analyzed);
        }
        assertEquals(List.of(1, 1, 2, 3, 4), analyzed);
    }

    public void testOtherTextsThanThoseIndexedAreDecidedBySignature() throws IOException {
        StoredTexts texts = new StoredTexts(
                values -> values.getFirst().endsWith("nine") ? List.of("one two") : values);
        assertEquals(bySignature().get(2), hits(0, texts).get(2));
        assertEquals(
                List.of(
                        "document [2]: its text is not what [text.near] was indexed from, which had 7"
                                + " distinct shingles and not 1"),
                messages(texts));
        assertEquals(1f, hits(0, texts).get(4), 0);
    }

    public void testNoTextsAreOtherTexts() throws IOException {
        StoredTexts texts = new StoredTexts(values -> List.of());
        assertEquals(bySignature(), hits(0, texts));
        assertEquals(4, messages(texts).size());
        assertTrue(messages(texts).getLast().endsWith("had 7 distinct shingles and not 0"));
    }

    public void testWhereNothingElseCanDecideTheyAreRefused() throws IOException {
        SetSource.SetReader right = sets(new StoredTexts()).open(reader.leaves().getFirst());
        assertEquals(7, ShingleSet.size(right.read(2).length));
        SetSource.SetReader wrong =
                sets(new StoredTexts(values -> List.of())).open(reader.leaves().getFirst());
        IllegalArgumentException e =
                expectThrows(IllegalArgumentException.class, () -> wrong.read(2));
        assertTrue(e.getMessage(), e.getMessage().startsWith("document [2]: its text is not what"));
    }

    public void testATextThatTheAnalyzerRefusesFailsByTheNameOfItsDocument() {
        analyzer.refused = "nine";
        IllegalStateException e =
                expectThrows(IllegalStateException.class, () -> hits(0, new StoredTexts()));
        assertEquals(
                "document [2], field [" + FIELD + "]: its text cannot be analyzed: no nine",
                e.getMessage());
    }

    public void testTheFirstDocumentThatIsNotDeletedIsTried() throws IOException {
        StoredTexts changed = new StoredTexts(
                values -> values.getFirst().endsWith("eight") ? List.of() : values);
        assertTrue(sets(new StoredTexts()).giveBackTheFirst(reader));
        assertFalse(sets(changed).giveBackTheFirst(reader));
        try (IndexWriter writer = new IndexWriter(directory, inOrder())) {
            writer.deleteDocuments(new Term(SampleIndex.ID, "0"), new Term(SampleIndex.ID, "1"));
        }
        try (DirectoryReader left = DirectoryReader.open(directory)) {
            assertTrue(sets(changed).giveBackTheFirst(left));
            assertEquals(List.of(0, 2), changed.read());
        }
        try (Directory empty = newDirectory()) {
            new IndexWriter(empty, newIndexWriterConfig()).close();
            try (DirectoryReader nothing = DirectoryReader.open(empty)) {
                assertTrue(sets(changed).giveBackTheFirst(nothing));
            }
        }
    }

    public void testMemoryOfALargeTextIsAskedForAndGivenBack() throws IOException {
        String large = "one two three ".repeat(10_000);
        long[] charged = new long[2];
        MemoryBudget budget = bytes -> {
            charged[0] += bytes;
            charged[1] = Math.max(charged[0], charged[1]);
        };
        StoredTexts texts = new StoredTexts(values -> List.of(large));
        new TextSets(FIELD, sketcher, texts, budget, texts.mismatches()::add)
                .reader(reader.leaves().getFirst()).read(0);
        assertEquals(0, charged[0]);
        assertEquals(2L * large.length(), charged[1]);
    }

    /** Random merges may change the order of documents. */
    private static IndexWriterConfig inOrder() {
        return new IndexWriterConfig().setMergePolicy(new LogDocMergePolicy());
    }

    private Sample sample(int id) {
        return new Sample(sketcher, TEXTS.get(id));
    }

    private Map<Integer, Float> hits(int id, StoredTexts texts) throws IOException {
        return hits(sample(id).queryByTexts(FIELD, texts, 0.5));
    }

    private Map<Integer, Float> bySignature() throws IOException {
        return hits(sample(0).query(FIELD, false, 0.5));
    }

    private Map<Integer, Float> hits(NearDuplicateQuery query) throws IOException {
        IndexSearcher searcher = new IndexSearcher(reader);
        Map<Integer, Float> hits = new TreeMap<>();
        for (ScoreDoc hit : SampleIndex.allHits(searcher, query).scoreDocs) {
            hits.put(SampleIndex.id(searcher, hit.doc), hit.score);
        }
        return hits;
    }

    private TextSetReader open(StoredTexts texts) throws IOException {
        return sets(texts).reader(reader.leaves().getFirst());
    }

    private static List<String> messages(StoredTexts texts) {
        return texts.mismatches().stream().map(Throwable::getMessage).toList();
    }

    private TextSets sets(StoredTexts texts) {
        return new TextSets(
                FIELD, sketcher, texts, MemoryBudget.UNLIMITED, texts.mismatches()::add);
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
