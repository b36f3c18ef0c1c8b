package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.join.BitSetProducer;
import org.apache.lucene.search.join.QueryBitSetProducer;
import org.apache.lucene.search.join.ScoreMode;
import org.apache.lucene.search.join.ToParentBlockJoinQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;

/** In blocks of nested documents the hits are those of the level that is searched. */
public class NearDuplicateNestedTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String ID = SampleIndex.ID;
    private static final String LEVEL = "level";
    private static final Query PARENTS = new TermQuery(new Term(LEVEL, "parent"));
    private static final Query CHILDREN = new TermQuery(new Term(LEVEL, "child"));
    private static final BitSetProducer IS_PARENT = new QueryBitSetProducer(PARENTS);
    private static final double MIN_SIMILARITY = 0.3;
    private static final int QUERIES = 40;

    private Map<Integer, Sample> parents;
    private Map<Integer, List<Sample>> children;
    private List<Sample> samples;
    private Directory directory;
    private DirectoryReader reader;
    private IndexSearcher searcher;
    private Verified verified;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        parents = new TreeMap<>();
        children = new TreeMap<>();
        directory = newDirectory();
        TextSketcher sketcher = new TextSketcher(FIELD, SampleIndex.randomAnalyzer(random()),
                Schemes.words(2, 64, 32, 2));
        samples = SampleIndex.randomSamples(random(), atLeast(200), sketcher);
        reader = index();
        searcher = newSearcher(reader);
    }

    @Override
    public void tearDown() throws Exception {
        reader.close();
        directory.close();
        super.tearDown();
    }

    public void testOnlyParents() throws IOException {
        ask((sample, near) -> {
            Map<Integer, Float> expected = new TreeMap<>();
            parents.forEach((id, parent) -> put(expected, id, sample, List.of(parent)));
            assertEquals(expected, search(filtered(near, PARENTS)));
        });
    }

    public void testOnlyChildrenByTheirParents() throws IOException {
        ask((sample, near) -> {
            Map<Integer, Float> expected = new TreeMap<>();
            children.forEach((id, those) -> put(expected, id, sample, those));
            Query best = new ToParentBlockJoinQuery(
                    filtered(near, CHILDREN), IS_PARENT, ScoreMode.Max);
            assertEquals(expected, search(best));
        });
    }

    private interface Check {
        void run(Sample sample, Query near) throws IOException;
    }

    private void ask(Check check) throws IOException {
        List<Sample> withTokens = samples.stream().filter(s -> s.isEmpty() == false).toList();
        for (int i = 0; i < QUERIES; i++) {
            Sample sample = Redraw.until(
                    drawn -> drawn.isMisjudged(samples, MIN_SIMILARITY) == false,
                    () -> randomFrom(random(), withTokens));
            verified = Verified.random(random());
            check.run(sample, verified.query(sample, FIELD, MIN_SIMILARITY));
        }
    }

    private void put(Map<Integer, Float> hits, int id, Sample sample, List<Sample> others) {
        others.stream()
                .mapToDouble(other -> sample.similarity(other, verified.isExact(), MIN_SIMILARITY))
                .max()
                .stream()
                .filter(best -> best >= 0)
                .forEach(best -> hits.put(id, (float) best));
    }

    private static Query filtered(Query near, Query filter) {
        return new BooleanQuery.Builder()
                .add(near, Occur.MUST)
                .add(filter, Occur.FILTER)
                .build();
    }

    private Map<Integer, Float> search(Query query) throws IOException {
        Map<Integer, Float> hits = new TreeMap<>();
        for (ScoreDoc hit : SampleIndex.allHits(searcher, query).scoreDocs) {
            hits.put(SampleIndex.id(searcher, hit.doc), hit.score);
        }
        return hits;
    }

    private DirectoryReader index() throws IOException {
        IndexWriterConfig config = newIndexWriterConfig();
        if (random().nextBoolean()) {
            config.setParentField("_parent");
            config.setIndexSort(new Sort(new SortField("sort", SortField.Type.LONG)));
        }
        try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory, config)) {
            for (int next = 0; next < samples.size();) {
                int size = Math.min(random().nextInt(5), samples.size() - next - 1);
                add(writer, next, samples.subList(next, next + size));
                next += size + 1;
            }
            if (random().nextBoolean()) {
                writer.forceMerge(1);
            }
            return writer.getReader();
        }
    }

    private void add(RandomIndexWriter writer, int id, List<Sample> those) throws IOException {
        Sample parent = samples.get(id + those.size());
        List<Document> block = new ArrayList<>();
        those.forEach(child -> block.add(document(id, child, "child")));
        block.add(document(id, parent, "parent"));
        block.getLast().add(new NumericDocValuesField("sort", random().nextInt(100)));
        writer.addDocuments(block);
        if (random().nextInt(10) == 0) {
            writer.deleteDocuments(new Term(ID, Integer.toString(id)));
        } else {
            parents.put(id, parent);
            children.put(id, those);
        }
    }

    private static Document document(int id, Sample sample, String level) {
        Document document = new Document();
        document.add(new StringField(ID, Integer.toString(id), Store.YES));
        document.add(new StringField(LEVEL, level, Store.NO));
        StoredTexts.fields(sample).forEach(document::add);
        sample.fields(FIELD, true).forEach(document::add);
        return document;
    }
}
