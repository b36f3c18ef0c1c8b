package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/**
 * A query asks whether it is to go on within the window of documents that Elasticsearch lets it score before
 * it asks itself.
 */
public class NearDuplicateCancellationTest extends LuceneTestCase {

    /** Fewer than the smallest window of Elasticsearch. */
    private static final int DOCUMENTS = 4_000;

    private static final int WORDS = 300;
    private static final double MIN_SIMILARITY = 0.1;

    private static SampleIndex index;
    private static Sample sample;

    @BeforeClass
    public static void index() throws IOException {
        TextSketcher sketcher = new TextSketcher(
                SampleIndex.FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 1_024, 1, 1));
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < WORDS; word++) {
            text.append(word).append(' ');
        }
        sample = new Sample(sketcher, text.toString());
        List<Sample> copies = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            copies.add(sample);
        }
        index = SampleIndex.inOneSegment(random(), copies);
    }

    @AfterClass
    public static void close() throws IOException {
        index.close();
        index = null;
        sample = null;
    }

    public void testBySignature() throws IOException {
        assertStops(sample.query(SampleIndex.FIELD, false, MIN_SIMILARITY));
    }

    public void testByShingles() throws IOException {
        assertStops(sample.query(SampleIndex.FIELD, true, MIN_SIMILARITY));
    }

    public void testByTexts() throws IOException {
        StoredTexts texts = new StoredTexts();
        assertStops(sample.queryByTexts(SampleIndex.FIELD, texts, MIN_SIMILARITY));
        assertEquals("texts read though the search was over", List.of(), texts.read());
    }

    private static void assertStops(NearDuplicateQuery query) throws IOException {
        NearDuplicateQuery cancelled = query.cancelledBy(searcher -> () -> {
            throw new CancellationException();
        });
        assertEquals(query, cancelled);
        for (NearDuplicateQuery each : List.of(
                cancelled, cancelled.ofEveryDocument(),
                cancelled.limitBuckets(index.reader(), DOCUMENTS))) {
            assertStops("alone", each);
            assertStops("as a clause", new BooleanQuery.Builder()
                    .add(each, Occur.SHOULD)
                    .add(new TermQuery(new Term("no", "such term")), Occur.SHOULD)
                    .add(MatchAllDocsQuery.INSTANCE, Occur.MUST)
                    .build());
        }
    }

    private static void assertStops(String how, Query query) {
        expectThrows(
                CancellationException.class, how + ": " + query,
                () -> new IndexSearcher(index.reader())
                        .search(query,
                                new TopScoreDocCollectorManager(10, Integer.MAX_VALUE)));
    }
}
