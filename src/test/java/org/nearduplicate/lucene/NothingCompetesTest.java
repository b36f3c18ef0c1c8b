package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.Version;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/**
 * Once the top hits are copies of the text, no other document is looked at, however many there are: more in a segment
 * than 16 bits can count.
 */
public class NothingCompetesTest extends LuceneTestCase {

    private static final String FILTER = "filter";
    private static final String NUMBER = "number";
    private static final int SEGMENTS = 2;
    private static final int COPIES = 70_000;
    private static final int TOP = 10;
    private static final int FEW = 2 * NearDuplicateScorer.BATCH;

    private static Directory directory;
    private static VisitCounts visits;
    private static DirectoryReader reader;
    private static Sample sample;

    @BeforeClass
    public static void index() throws IOException {
        TextSketcher sketcher = new TextSketcher(
                SampleIndex.FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 64, 16, 4));
        sample = new Sample(sketcher, "a text of which there are many copies");
        directory = newDirectory();
        IndexWriterConfig config = new IndexWriterConfig()
                .setCodec(TestUtil.getDefaultCodec())
                .setMergePolicy(NoMergePolicy.INSTANCE);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            Document document = new Document();
            IntPoint number = new IntPoint(NUMBER, 0);
            document.add(number);
            document.add(new IntPoint(FILTER, 1));
            sample.fields(SampleIndex.FIELD, true).forEach(document::add);
            for (int segment = 0; segment < SEGMENTS; segment++) {
                for (int copy = 0; copy < COPIES; copy++) {
                    number.setIntValue(copy);
                    writer.addDocument(document);
                }
                writer.flush();
            }
        }
        visits = new VisitCounts();
        reader = visits.count(DirectoryReader.open(directory));
        assertEquals(SEGMENTS, reader.leaves().size());
    }

    @AfterClass
    public static void close() throws IOException {
        IOUtils.close(reader, directory);
        reader = null;
        visits = null;
        directory = null;
        sample = null;
    }

    public void testAlone() throws IOException {
        for (Verified verified : Verified.values()) {
            assertEnds(query(verified));
            assertEnds(new BoostQuery(query(verified), random().nextFloat() * 10));
            assertEnds(query(verified).ofEveryDocument());
        }
    }

    public void testBesideAFilter() throws IOException {
        for (Verified verified : Verified.values()) {
            assertEnds(
                    new BooleanQuery.Builder()
                            .add(query(verified), Occur.MUST)
                            .add(IntPoint.newExactQuery(FILTER, 1), Occur.FILTER)
                            .build());
        }
    }

    /** Lucene goes through such clauses in windows of its own, and looks at scores between them. */
    public void testBesideAnotherClauseThatScores() throws IOException {
        assumeTrue("Lucene 9 does not", Version.LATEST.major > 9);
        Query other = new ConstantScoreQuery(IntPoint.newExactQuery(FILTER, 1));
        for (Verified verified : Verified.values()) {
            for (Occur occur : List.of(Occur.MUST, Occur.SHOULD)) {
                assertVerified(
                        TOP + 1, COPIES / 2,
                        new BooleanQuery.Builder()
                                .add(query(verified), occur)
                                .add(other, occur)
                                .build(),
                        1);
            }
            assertVerified(
                    TOP + 1, COPIES / 2,
                    new DisjunctionMaxQuery(List.of(query(verified), other), 0), 1);
        }
    }

    public void testWhatIsCountedIsVerified() throws IOException {
        int counted = COPIES / 4;
        for (Verified verified : Verified.values()) {
            assertVerified(counted + 1, counted + FEW, query(verified), counted);
        }
    }

    public void testFindsEachOfThem() throws IOException {
        IndexSearcher searcher = new IndexSearcher(reader);
        assertEquals(SEGMENTS * COPIES, searcher.count(query(Verified.BY_SIGNATURE)));
        Set<Integer> docs = new HashSet<>();
        for (ScoreDoc hit : SampleIndex.allHits(searcher, query(Verified.BY_SIGNATURE)).scoreDocs) {
            docs.add(hit.doc);
            assertEquals(1, hit.score, 0);
        }
        assertEquals(SEGMENTS * COPIES, docs.size());
    }

    public void testFilterOfAFewDocumentsReadsLittleOfBuckets() throws IOException {
        int first = random().nextInt(COPIES - 2);
        visits.documents();
        Query filtered = new BooleanQuery.Builder()
                .add(query(Verified.BY_SIGNATURE), Occur.MUST)
                .add(IntPoint.newRangeQuery(NUMBER, first, first + 2), Occur.FILTER)
                .build();
        assertEquals(SEGMENTS * 3, new IndexSearcher(reader).count(filtered));
        long documents = visits.documents();
        assertTrue(documents + " read", documents <= SEGMENTS * 4L * sample.bandTerms().size());
    }

    private static NearDuplicateQuery query(Verified verified) {
        return verified.query(sample, 0.5);
    }

    private static void assertEnds(Query query) throws IOException {
        visits.documents();
        assertVerified(TOP + 1, FEW, query, 1);
        long documents = visits.documents();
        int buckets = sample.bandTerms().size();
        assertTrue(documents + " read: " + query, documents < buckets * COPIES / 4);
    }

    private static void assertVerified(int least, int most, Query query, int counted)
            throws IOException {
        visits.values();
        TopDocs top = new IndexSearcher(reader)
                .search(query, new TopScoreDocCollectorManager(TOP, counted));
        for (int i = 0; i < TOP; i++) {
            assertEquals(i, top.scoreDocs[i].doc);
        }
        long verified = visits.values();
        assertTrue(verified + " verified: " + query, least <= verified && verified <= most);
    }
}
