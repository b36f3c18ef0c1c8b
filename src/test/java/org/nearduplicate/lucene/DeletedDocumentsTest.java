package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Deleted documents take no place among the best hits: the next best ones move up. */
public class DeletedDocumentsTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String ID = "id";
    private static final int DOCUMENTS = 60;
    private static final int BEST = 5;
    private static final double MIN_SIMILARITY = 0.05;

    /** Document i shares all but i words with the first. */
    private final List<Sample> samples = samples();

    public void testNextBestOnesMoveUp() throws IOException {
        for (boolean exact : new boolean[] {false, true}) {
            List<Integer> live = bestFirst(exact);
            try (Directory directory = newDirectory();
                    IndexWriter writer = new IndexWriter(directory, config())) {
                for (int id = 0; id < DOCUMENTS; id++) {
                    writer.addDocument(document(id));
                    if (random().nextInt(20) == 0) {
                        writer.flush();
                    }
                }
                while (live.isEmpty() == false) {
                    assertHits(writer, exact, live);
                    List<Integer> best = live.subList(0, BEST);
                    for (int id : best) {
                        writer.deleteDocuments(new Term(ID, Integer.toString(id)));
                    }
                    best.clear();
                }
                assertHits(writer, exact, live);
            }
        }
    }

    private void assertHits(IndexWriter writer, boolean exact, List<Integer> live)
            throws IOException {
        NearDuplicateQuery near = samples.getFirst().query(FIELD, exact, MIN_SIMILARITY);
        Query filtered = new BooleanQuery.Builder()
                .add(near, Occur.MUST)
                .add(IntPoint.newRangeQuery(ID, 0, DOCUMENTS), Occur.FILTER)
                .build();
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
            IndexSearcher searcher = newSearcher(reader);
            for (Query query : List.of(near, filtered, near.ofEveryDocument())) {
                assertEquals(
                        live.subList(0, Math.min(BEST, live.size())), best(searcher, query));
                assertEquals(live.size(), searcher.count(query));
            }
        }
    }

    private static List<Integer> best(IndexSearcher searcher, Query query) throws IOException {
        List<Integer> ids = new ArrayList<>();
        for (ScoreDoc hit : searcher.search(
                query, new TopScoreDocCollectorManager(BEST, 1)).scoreDocs) {
            ids.add(SampleIndex.id(searcher, hit.doc));
        }
        return ids;
    }

    /** Estimates of texts that are about as similar may be in another order than the similarities. */
    private List<Integer> bestFirst(boolean exact) {
        Sample first = samples.getFirst();
        List<Integer> ids = new ArrayList<>(IntStream.range(0, DOCUMENTS).boxed().toList());
        ids.sort(
                Comparator.comparingDouble(
                        id -> exact
                                ? -first.jaccard(samples.get(id))
                                : -first.estimate(samples.get(id))));
        return ids;
    }

    private static List<Sample> samples() {
        TextSketcher sketcher = new TextSketcher(
                FIELD, new WhitespaceAnalyzer(),
                Schemes.words(1, 1024, 512, 2));
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < 2 * DOCUMENTS; word++) {
                text.append(word < i ? "own" + i + "-" : "word").append(word).append(' ');
            }
            samples.add(new Sample(sketcher, text.toString()));
        }
        return samples;
    }

    /** Nothing is merged away. */
    private static IndexWriterConfig config() {
        return new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec())
                .setMergePolicy(NoMergePolicy.INSTANCE);
    }

    private Document document(int id) {
        Document document = new Document();
        document.add(new StringField(ID, Integer.toString(id), Store.YES));
        document.add(new IntPoint(ID, id));
        samples.get(id).fields(FIELD, true).forEach(document::add);
        return document;
    }
}
