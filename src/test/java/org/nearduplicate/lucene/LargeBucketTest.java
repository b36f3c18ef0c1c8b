package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.nearduplicate.lucene.version.HitCount;
import org.nearduplicate.sketch.Signature;
/** More documents in one bucket of one segment than 16 bits can count. */
public class LargeBucketTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String NUMBER = "number";
    private static final int DOCUMENTS = 75_000;
    private static final int NEAR_EVERY = 1_000;
    private static final int FAR_EVERY = 15;
    private static final double MIN_SIMILARITY = 0.5;

    private static Sample same;
    private static Sample near;
    private static Sample far;
    private static Directory directory;
    private static DirectoryReader reader;
    private static IndexSearcher searcher;

    @BeforeClass
    public static void index() throws IOException {
        TextSketcher sketcher = new TextSketcher(
                FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 64, 32, 2));
        same = new Sample(sketcher, "a b c d e f g h i j");
        near = new Sample(sketcher, "a b c d e f g h i k");
        far = new Sample(sketcher, "l m n o p q r s t u");
        directory = newDirectory();
        IndexWriterConfig config = new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int number = 0; number < DOCUMENTS; number++) {
                writer.addDocument(document(number));
            }
            writer.forceMerge(1);
        }
        reader = DirectoryReader.open(directory);
        assertEquals(1, reader.leaves().size());
        searcher = newSearcher(reader);
    }

    @AfterClass
    public static void close() throws IOException {
        reader.close();
        directory.close();
        searcher = null;
        reader = null;
        directory = null;
    }

    public void testFindsEachOfThem() throws IOException {
        TopDocs hits = SampleIndex.allHits(searcher, query(same));
        Set<Integer> docs = new TreeSet<>();
        for (ScoreDoc hit : hits.scoreDocs) {
            docs.add(hit.doc);
            assertEquals(score(same, hit.doc), hit.score, 0);
        }
        assertEquals(DOCUMENTS - DOCUMENTS / FAR_EVERY, docs.size());
        assertEquals(docs.size(), HitCount.of(hits.totalHits));
    }

    public void testFilterOfAFewDocumentsReadsLittleOfBuckets() throws IOException {
        VisitCounts visits = new VisitCounts();
        IndexSearcher counted = new IndexSearcher(visits.count(reader));
        int number = random().nextInt(DOCUMENTS - 2);
        assertTrue(counted.count(filtered(number, number + 2)) > 0);
        long documents = visits.documents();
        assertTrue(documents + " read", documents <= 4L * same.bandTerms().size());
    }

    private static Query query(Sample sample) {
        return sample.query(FIELD, false, MIN_SIMILARITY);
    }

    private static Query filtered(int from, int to) {
        return new BooleanQuery.Builder()
                .add(query(same), Occur.MUST)
                .add(IntPoint.newRangeQuery(NUMBER, from, to), Occur.FILTER)
                .build();
    }

    private static float score(Sample sample, int doc) {
        return (float) sample.similarity(sampleOf(doc), false, MIN_SIMILARITY);
    }

    private static Sample sampleOf(int number) {
        if (number % FAR_EVERY == 1) {
            return far;
        }
        return number % NEAR_EVERY == 0 ? near : same;
    }

    private static Document document(int number) {
        Sample sample = sampleOf(number);
        BytesRef signature = new BytesRef(Signature.encode(sample.sketch()));
        Document document = new Document();
        document.add(new IntPoint(NUMBER, number));
        document.add(new NumericDocValuesField(NUMBER, number));
        document.add(HandMadeField.withValue(FIELD, sample.sketch(), signature));
        return document;
    }
}
