package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Accountable;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.sketch.AllocatedBytes;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.SketchedText;

/**
 * What a long text takes beside itself. All that a thread allocates from text to stored sketch is counted,
 * garbage included, so no moment can have taken more.
 */
public class LargeTextMemoryTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final int MEGABYTE = 1_000_000;

    /** Buffers of the analyzer, a shingle buffer and a table of the largest ordinary size, the sketch. */
    private static final long ORDINARY_BYTES = 8L * MEGABYTE;

    /**
     * Buffers of 8 bytes a shingle, each twice as large as the one before, the last up to twice too large, and
     * a copy to sort by.
     */
    private static final long BYTES_PER_DISTINCT_SHINGLE = 5 * Long.BYTES;

    /** The first text of a thread loads what all need, and makes its buffers as large as those of ordinary texts. */
    @Override
    public void setUp() throws Exception {
        super.setUp();
        allocated(ofFewWords(MEGABYTE));
    }

    /** A byte for every ten characters would be too much. */
    public void testATextOf20MegabytesOfFewWords() throws IOException {
        long allocated = allocated(ofFewWords(20 * MEGABYTE));
        assertTrue(allocated + " bytes", allocated < 2 * MEGABYTE);
    }

    /** Most is taken where the last buffer has just begun: what it has ascends but for a few, and is merged. */
    public void testATextOfDistinctShinglesOnly() throws IOException {
        for (int words : new int[] {MEGABYTE, 1 << 20, (1 << 20) + 10_000}) {
            long allocated = allocated(words(words));
            assertTrue(
                    allocated + " bytes for " + words,
                    allocated < ORDINARY_BYTES + BYTES_PER_DISTINCT_SHINGLE * words);
        }
    }

    /** A huge document takes nothing from those after it. */
    public void testSmallTextAfterALargeOne() throws IOException {
        allocated(words(MEGABYTE));
        long small = allocated("a small text");
        assertTrue(small + " bytes", small < MEGABYTE / 4);
    }

    public void testAQueryTellsItsMemory() throws IOException {
        for (int words : new int[] {10, 1_000, 100_000}) {
            NearDuplicateQuery exact = query(words, true);
            NearDuplicateQuery estimated = query(words, false);
            assertEquals(0, exact.ramBytesUsed() - (words - 2) * 8L, 2_000);
            assertEquals(0, estimated.ramBytesUsed(), 2_000);
            long ofEvery = ((Accountable) exact.ofEveryDocument()).ramBytesUsed();
            assertEquals(0, ofEvery - (words - 2) * 8L, 2_000);
        }
    }

    /** Lucene takes a query that says nothing for one of a kilobyte. */
    public void testACacheOfQueriesCountsThem() throws IOException {
        LRUQueryCache cache = new LRUQueryCache(10, 100 * MEGABYTE, context -> true, 1);
        try (Directory directory = new ByteBuffersDirectory();
                IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig());
                Analyzer analyzer = new NearDuplicateAnalyzer()) {
            MinHashField field = new MinHashField(FIELD, sketcher(analyzer));
            field.addValue(words(100));
            Document document = new Document();
            field.fields(true, null).forEach(document::add);
            writer.addDocument(document);
            writer.commit();
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                searcher.setQueryCache(cache);
                searcher.setQueryCachingPolicy(NearDuplicateCacheTest.ALWAYS);
                searcher.count(
                        new ConstantScoreQuery(query(100_000, true)));
                assertTrue("cached " + cache.getCacheSize(), cache.getCacheSize() > 0);
                assertTrue("counted " + cache.ramBytesUsed(), cache.ramBytesUsed() > 800_000);
            }
        }
    }

    private static NearDuplicateQuery query(int words, boolean exact) throws IOException {
        try (Analyzer analyzer = new NearDuplicateAnalyzer()) {
            TextSketcher sketcher = sketcher(analyzer);
            ShingleHashes hashes = new ShingleHashes();
            sketcher.shingle(words(words), hashes);
            Sketch sketch = sketcher.sketch(hashes);
            return (exact
                    ? NearDuplicateQuery.exact(FIELD, SketchedText.of(sketch, hashes), 6, 0.5, null,
                            IgnoredShingles.NONE)
                    : NearDuplicateQuery.bySignature(
                            FIELD, sketch.keys(), Signature.of(sketch), 6, 0.5))
                    .limitBuckets(new IndexSearcher(new MultiReader()), 10);
        }
    }

    private static String ofFewWords(int length) {
        return "to be or not to be that is the question ".repeat(length / 40);
    }

    /** Returns a text of so many different words. */
    static String words(int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(i).append(' ');
        }
        return text.toString();
    }

    private static TextSketcher sketcher(Analyzer analyzer) {
        return new TextSketcher(FIELD, analyzer, Schemes.words(3, 128, 16, 6));
    }

    /** Returns the bytes that this thread allocates from a text to all that is stored of it. */
    private static long allocated(String text) throws IOException {
        try (Analyzer analyzer = new NearDuplicateAnalyzer()) {
            TextSketcher sketcher = sketcher(analyzer);
            long before = AllocatedBytes.ofThisThread();
            MinHashField field = new MinHashField(FIELD, sketcher);
            field.addValue(text);
            List<IndexableField> fields = field.fields(false, null);
            assertNotNull(fields.getFirst().binaryValue());
            return AllocatedBytes.ofThisThread() - before;
        }
    }
}
