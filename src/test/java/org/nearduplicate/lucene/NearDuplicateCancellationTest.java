package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
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
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.IOUtils;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShareOf;

/**
 * A query checks for cancellation within the window of documents that Elasticsearch scores between two checks
 * of its own.
 */
public class NearDuplicateCancellationTest extends LuceneTestCase {

    /** Fewer than the smallest window of Elasticsearch. */
    private static final int DOCUMENTS = 4_000;

    private static final int WORDS = 300;
    private static final double MIN_SIMILARITY = 0.1;
    private static final SampledShingles SAMPLED = new SampledShingles(2);

    private static Directory directory;
    private static DirectoryReader reader;
    private static Sample sample;

    @BeforeClass
    public static void index() throws IOException {
        TextSketcher sketcher = new TextSketcher(
                SampleIndex.FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 1_024, 1, 2));
        String text = LargeTextMemoryTest.words(WORDS);
        sample = new Sample(sketcher, text);
        Sample other = new Sample(sketcher, text + "other");
        directory = newDirectory();
        IndexWriterConfig config = new IndexWriterConfig()
                .setCodec(TestUtil.getDefaultCodec())
                .setMergePolicy(new LogDocMergePolicy());
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            Document document = new Document();
            document.add(new StoredField(SampleIndex.ID, "1"));
            document.add(new StoredField(StoredTexts.NAME, text + "other"));
            other.fields(SampleIndex.FIELD, true, SAMPLED).forEach(document::add);
            for (int i = 0; i < DOCUMENTS; i++) {
                writer.addDocument(document);
            }
            writer.forceMerge(1);
        }
        reader = DirectoryReader.open(directory);
    }

    @AfterClass
    public static void close() throws IOException {
        IOUtils.close(reader, directory);
        reader = null;
        directory = null;
        sample = null;
    }

    public void testBySignature() throws IOException {
        NearDuplicateQuery query = sample.query(SampleIndex.FIELD, false, MIN_SIMILARITY);
        assertStops(query);
        assertChecks(4, query);
    }

    public void testByShingles() throws IOException {
        NearDuplicateQuery query = sample.query(SampleIndex.FIELD, true, MIN_SIMILARITY);
        assertStops(query);
        assertChecks(20, query);
    }

    public void testByTexts() throws IOException {
        StoredTexts texts = new StoredTexts();
        NearDuplicateQuery query =
                sample.queryByTexts(SampleIndex.FIELD, texts, MIN_SIMILARITY);
        assertStops(query);
        assertEquals("texts read though the search was over", List.of(), texts.read());
        assertChecks(DOCUMENTS, query);
    }

    /** Looking for buckets that are too large is a part of the search too. */
    public void testLimit() {
        for (NearDuplicateQuery query : List.of(
                sample.query(SampleIndex.FIELD, false, MIN_SIMILARITY),
                share(Verified.BY_SIGNATURE, new StoredTexts()))) {
            expectThrows(
                    CancellationException.class,
                    () -> cancelled(query)
                            .limitBuckets(new IndexSearcher(reader), DOCUMENTS - 1));
        }
    }

    public void testShares() throws IOException {
        StoredTexts texts = new StoredTexts();
        for (Verified verified : Verified.values()) {
            NearDuplicateQuery query = share(verified, texts);
            CancellationException e = expectThrows(
                    CancellationException.class, () -> search(cancelled(query)));
            assertNotNull(e);
        }
        assertEquals("texts read though the search was over", List.of(), texts.read());
        assertChecks(20, share(Verified.BY_STORED_SETS, texts));
        assertChecks(DOCUMENTS, share(Verified.BY_TEXTS, texts));
    }

    /** A passage is small, what is compared with it is not. */
    public void testSharesOfLargeDocuments() throws IOException {
        Sample passage = new Sample(
                sample.sketcher(),
                sample.values().getFirst().substring(0, "0 1 2 3 4 5 6 7".length()));
        NearDuplicateQuery query = passage.queryForShare(
                SampleIndex.FIELD, new SoughtContainment(ShareOf.LIKE, MIN_SIMILARITY, .99),
                SAMPLED,
                Verified.BY_STORED_SETS);
        assertChecks(12, query);
    }

    private static NearDuplicateQuery share(Verified verified, StoredTexts texts) {
        return sample.queryForShare(
                SampleIndex.FIELD, new SoughtContainment(ShareOf.LIKE, MIN_SIMILARITY, .99),
                SAMPLED,
                verified, texts);
    }

    private static NearDuplicateQuery cancelled(NearDuplicateQuery query) {
        return query.with(searcher -> () -> {
            throw new CancellationException();
        }, List.of());
    }

    /** About every 100,000 operations: a signature takes an eighth of its components, a set two a shingle. */
    private static void assertChecks(int checks, NearDuplicateQuery query) throws IOException {
        AtomicInteger counted = new AtomicInteger();
        search(query.with(searcher -> counted::incrementAndGet, List.of()));
        assertTrue(counted + " checks", counted.get() >= checks);
    }

    private static void assertStops(NearDuplicateQuery query) throws IOException {
        NearDuplicateQuery cancelled = cancelled(query);
        assertEquals(query, cancelled);
        for (NearDuplicateQuery each : List.of(
                cancelled, cancelled.ofEveryDocument(),
                cancelled(query.limitBuckets(new IndexSearcher(reader), DOCUMENTS)))) {
            assertStops("alone", each);
            assertStops("as a clause", new BooleanQuery.Builder()
                    .add(each, Occur.SHOULD)
                    .add(new TermQuery(new Term("no", "such term")), Occur.SHOULD)
                    .add(Everything.QUERY, Occur.MUST)
                    .build());
        }
    }

    private static void assertStops(String how, Query query) {
        expectThrows(
                CancellationException.class, how + ": " + query,
                () -> search(query));
    }

    private static void search(Query query) throws IOException {
        new IndexSearcher(reader)
                .search(query, new TopScoreDocCollectorManager(10, Integer.MAX_VALUE));
    }
}
