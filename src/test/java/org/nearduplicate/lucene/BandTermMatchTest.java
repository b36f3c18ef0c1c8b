package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.QueryBuilder;
import org.nearduplicate.sketch.Scheme;

/** A {@code match} query with {@code minimum_should_match} on a text field of band terms. */
public class BandTermMatchTest extends LuceneTestCase {

    private static final String FIELD = "bands";
    private static final Scheme SCHEME = Schemes.words(2, 64, 16, 2);

    public void testHitsShareSoManyBandTerms() throws IOException {
        TextSketcher sketcher = new TextSketcher(FIELD, new WhitespaceAnalyzer(), SCHEME);
        List<Sample> samples = singleValued(sketcher, atLeast(150));
        try (Directory directory = newDirectory();
                Analyzer analyzer = bands();
                IndexReader reader = index(directory, analyzer, samples)) {
            IndexSearcher searcher = newSearcher(reader);
            for (int i = 0; i < 40; i++) {
                Sample sample = samples.get(random().nextInt(samples.size()));
                int least = 1 + random().nextInt(16);
                Set<Integer> expected = new TreeSet<>();
                for (int id = 0; id < samples.size(); id++) {
                    if (sample.commonBands(samples.get(id)) >= least) {
                        expected.add(id);
                    }
                }
                assertEquals(expected, search(searcher, match(analyzer, sample, least / 16f)));
            }
        }
    }

    private static List<Sample> singleValued(TextSketcher sketcher, int count) {
        List<Sample> samples = new ArrayList<>();
        RandomTexts texts = new RandomTexts(random());
        while (samples.size() < count) {
            Sample sample = new Sample(sketcher, String.join(" ", texts.next()));
            if (sample.isEmpty() == false) {
                samples.add(sample);
            }
        }
        return samples;
    }

    private static Query match(Analyzer analyzer, Sample sample, float share) {
        Query query = new QueryBuilder(analyzer)
                .createMinShouldMatchQuery(FIELD, sample.values().getFirst(), share);
        assertEquals(16, ((BooleanQuery) query).clauses().size());
        return query;
    }

    private static Set<Integer> search(IndexSearcher searcher, Query query) throws IOException {
        Set<Integer> ids = new TreeSet<>();
        for (ScoreDoc hit : SampleIndex.allHits(searcher, query).scoreDocs) {
            ids.add(SampleIndex.id(searcher, hit.doc));
        }
        return ids;
    }

    private static IndexReader index(Directory directory, Analyzer analyzer, List<Sample> samples)
            throws IOException {
        try (RandomIndexWriter writer = new RandomIndexWriter(
                random(), directory, newIndexWriterConfig(analyzer))) {
            for (int id = 0; id < samples.size(); id++) {
                Document document = new Document();
                document.add(new StringField(SampleIndex.ID, Integer.toString(id), Store.YES));
                document.add(
                        new TextField(FIELD, samples.get(id).values().getFirst(), Store.NO));
                writer.addDocument(document);
            }
            return writer.getReader();
        }
    }

    private static Analyzer bands() {
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String fieldName) {
                WhitespaceTokenizer words = new WhitespaceTokenizer();
                return new TokenStreamComponents(words, new MinHashBandsFilter(words, SCHEME));
            }
        };
    }
}
