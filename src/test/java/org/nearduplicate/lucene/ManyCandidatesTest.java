package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.nearduplicate.lucene.Filters.Filter;

/**
 * Thousands of candidates of all similarities, in buckets of a few documents up to most of them: hits and
 * scores equal brute force in whatever way the candidates are gone through.
 */
public class ManyCandidatesTest extends LuceneTestCase {

    private static final int DOCUMENTS = 3000;
    private static final int WORDS = 24;
    private static final int QUERIES = 4;

    private static SampleIndex index;

    private Verified verified;
    private Sample sample;
    private double minSimilarity;
    private NearDuplicateQuery query;
    private Map<Integer, Float> hits;

    @BeforeClass
    public static void index() throws IOException {
        TextSketcher sketcher = new TextSketcher(
                SampleIndex.FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 64, 32, 2));
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            samples.add(new Sample(sketcher, text(random().nextInt(WORDS + 1))));
        }
        index = SampleIndex.inOneSegment(random(), samples);
    }

    @AfterClass
    public static void close() throws IOException {
        index.close();
        index = null;
    }

    public void testHits() throws IOException {
        for (int i = 0; i < QUERIES; i++) {
            IndexSearcher searcher = index.searcher();
            ask();
            assertEquals(hits, SampleIndex.search(searcher, query));
            assertEquals(hits.size(), searcher.count(query));
        }
    }

    public void testFilters() throws IOException {
        Filters filters = new Filters(random(), DOCUMENTS);
        for (int i = 0; i < 3 * QUERIES; i++) {
            ask();
            Filter filter = filters.next();
            Query both = new BooleanQuery.Builder()
                    .add(query, Occur.MUST)
                    .add(filter.query(), Occur.FILTER)
                    .build();
            Map<Integer, Float> expected = new TreeMap<>(hits);
            expected.keySet().removeIf(id -> filter.ids().test(id) == false);
            assertEquals(expected, SampleIndex.search(index.searcher(), both));
        }
    }

    private void ask() {
        verified = Verified.random(random());
        sample = index.randomSample();
        minSimilarity = index.randomMinSimilarity(sample, verified.isExact());
        query = verified.query(sample, minSimilarity);
        hits = index.expected(sample, verified.isExact(), minSimilarity, 1);
    }

    /** Returns a text of so many words of its own; the others, not always as many, are in all texts. */
    private static String text(int own) {
        List<String> words = new ArrayList<>();
        int count = TestUtil.nextInt(random(), WORDS / 4, 2 * WORDS);
        for (int i = 0; i < count; i++) {
            words.add(i < own ? TestUtil.randomSimpleString(random(), 6, 6) : "w" + i);
        }
        return String.join(" ", words);
    }
}
