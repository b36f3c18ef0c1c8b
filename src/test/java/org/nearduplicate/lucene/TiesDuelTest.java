package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Bits;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.nearduplicate.lucene.Filters.Filter;
import org.nearduplicate.lucene.version.HitCount;

/**
 * Thousands of copies of a few texts: which of the hits with equal scores are the top ones is what brute
 * force says, however early a search ends.
 */
public class TiesDuelTest extends LuceneTestCase {

    private static final int DOCUMENTS = 2500;
    private static final int TEXTS = 5;
    private static final int WORDS = 30;
    private static final int QUERIES = 12;
    private static final double MIN_SIMILARITY = 0.3;

    private static List<Sample> texts;
    private static SampleIndex index;

    /** The ids of the live documents, in the order of their numbers. */
    private static List<Document> documents;

    private IndexSearcher searcher;
    private Query near;
    private Map<Sample, Float> scores;
    private Filter filter;
    private float filterScore;

    private record Document(int doc, int id) {}

    private record Hit(int doc, int id, float score) {}

    @BeforeClass
    public static void index() throws IOException {
        TextSketcher sketcher = new TextSketcher(
                SampleIndex.FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 64, 32, 2));
        texts = Stream.generate(() -> new Sample(sketcher, text())).limit(TEXTS).toList();
        List<Sample> samples = new ArrayList<>();
        while (samples.size() < DOCUMENTS) {
            Sample sample = randomFrom(random(), texts);
            for (int copies = random().nextInt(100); copies >= 0; copies--) {
                samples.add(sample);
            }
        }
        index = SampleIndex.of(random(), samples);
        documents = documents();
    }

    @AfterClass
    public static void close() throws IOException {
        index.close();
        index = null;
        texts = null;
        documents = null;
    }

    public void testAlone() throws IOException {
        duel(() -> assertTop(near, hits(id -> true, score -> score)));
    }

    public void testFilters() throws IOException {
        duel(
                () -> assertTop(
                        both(near, Occur.MUST, filter.query(), Occur.FILTER),
                        hits(filter.ids(), score -> score)));
    }

    public void testOtherClauseRaisesScores() throws IOException {
        duel(() -> {
            List<Hit> hits = hits(filter.ids().negate(), score -> score);
            hits.addAll(hits(filter.ids(), score -> score + filterScore));
            assertTop(both(near, Occur.MUST, scoringFilter(), Occur.SHOULD), hits);
        });
    }

    public void testTiesSortedByAField() throws IOException {
        duel(() -> {
            boolean reverse = random().nextBoolean();
            Comparator<Hit> byId = Comparator.comparingInt(Hit::id);
            assertSorted(
                    new Sort(SortField.FIELD_SCORE, byId(reverse)),
                    byScore().thenComparing(reverse ? byId.reversed() : byId));
        });
    }

    public void testSortedByAField() throws IOException {
        duel(() -> {
            boolean reverse = random().nextBoolean();
            Comparator<Hit> byId = Comparator.comparingInt(Hit::id);
            assertSorted(new Sort(byId(reverse)), reverse ? byId.reversed() : byId);
        });
    }

    private interface Check {
        void run() throws IOException;
    }

    private void duel(Check check) throws IOException {
        Filters filters = new Filters(random(), DOCUMENTS);
        for (int i = 0; i < QUERIES; i++) {
            searcher = index.searcher();
            filter = filters.next();
            filterScore = random().nextFloat();
            ask();
            check.run();
        }
    }

    private void ask() {
        Verified verified = Verified.random(random());
        Sample sample = Redraw.until(
                each -> each.isMisjudged(texts, MIN_SIMILARITY) == false,
                () -> random().nextInt(3) > 0
                        ? randomFrom(random(), texts)
                        : new Sample(texts.getFirst().sketcher(), text()));
        float boost = randomBoost();
        near = new BoostQuery(verified.query(sample, MIN_SIMILARITY), boost);
        scores = new HashMap<>();
        for (Sample text : texts) {
            double similarity = sample.similarity(text, verified.isExact(), MIN_SIMILARITY);
            if (similarity >= 0) {
                scores.put(text, (float) (similarity * boost));
            }
        }
    }

    /** Returns one that may be so low that similarities far apart have one score. */
    private static float randomBoost() {
        return switch (random().nextInt(4)) {
            case 0 -> 1;
            case 1 -> Float.MIN_VALUE * (1 + random().nextInt(20));
            case 2 -> Float.MAX_VALUE / 2;
            default -> random().nextFloat() * 10;
        };
    }

    private List<Hit> hits(IntPredicate ids, DoubleUnaryOperator score) {
        return documents.stream()
                .filter(document -> ids.test(document.id))
                .filter(document -> scores.containsKey(index.live().get(document.id)))
                .map(document -> new Hit(
                        document.doc, document.id,
                        (float) score.applyAsDouble(scores.get(index.live().get(document.id)))))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static Comparator<Hit> byScore() {
        return Comparator.comparingDouble(Hit::score).reversed();
    }

    /** Asks for the first page, and for the one after it. */
    private void assertTop(Query query, List<Hit> hits) throws IOException {
        hits.sort(byScore().thenComparingInt(Hit::doc));
        int k = randomTop();
        int counted = randomCounted();
        TopDocs first = searcher.search(query, new TopScoreDocCollectorManager(k, counted));
        assertPage(hits.stream().limit(k), first);
        assertCounted(hits.size(), counted, first.totalHits);
        if (first.scoreDocs.length == k) {
            ScoreDoc last = first.scoreDocs[k - 1];
            assertPage(
                    hits.stream().skip(k).limit(k),
                    searcher.search(query, new TopScoreDocCollectorManager(k, last, counted)));
        }
    }

    private void assertSorted(Sort sort, Comparator<Hit> order) throws IOException {
        List<Hit> hits = hits(id -> true, score -> score);
        hits.sort(order);
        int k = randomTop();
        int counted = randomCounted();
        TopDocs top =
                searcher.search(near, new TopFieldCollectorManager(sort, k, null, counted));
        assertEquals(
                near.toString(), hits.stream().limit(k).map(Hit::doc).toList(),
                Stream.of(top.scoreDocs).map(hit -> hit.doc).toList());
        assertCounted(hits.size(), counted, top.totalHits);
    }

    private static void assertPage(Stream<Hit> expected, TopDocs page) {
        assertEquals(
                expected.map(hit -> hit.doc + " " + hit.score).toList(),
                Stream.of(page.scoreDocs).map(hit -> hit.doc + " " + hit.score).toList());
    }

    private static void assertCounted(int hits, int counted, TotalHits total) {
        if (total.equals(new TotalHits(hits, Relation.EQUAL_TO)) == false) {
            long count = HitCount.of(total);
            assertEquals(new TotalHits(count, Relation.GREATER_THAN_OR_EQUAL_TO), total);
            assertTrue(total + " of " + hits, counted < count && count <= hits);
        }
    }

    private static int randomTop() {
        return randomFrom(random(), List.of(1, 10, 300, DOCUMENTS));
    }

    private static int randomCounted() {
        return randomFrom(random(), List.of(1, 100, 1000, Integer.MAX_VALUE));
    }

    private static SortField byId(boolean reverse) {
        return new SortField(SampleIndex.ID_VALUES, SortField.Type.LONG, reverse);
    }

    private Query scoringFilter() {
        return new BoostQuery(new ConstantScoreQuery(filter.query()), filterScore);
    }

    private static Query both(Query first, Occur firstOccur, Query second, Occur secondOccur) {
        return new BooleanQuery.Builder().add(first, firstOccur).add(second, secondOccur).build();
    }

    private static List<Document> documents() throws IOException {
        IndexSearcher searcher = new IndexSearcher(index.reader());
        Bits live = MultiBits.getLiveDocs(index.reader());
        List<Document> documents = new ArrayList<>();
        for (int doc = 0; doc < index.reader().maxDoc(); doc++) {
            if (live == null || live.get(doc)) {
                documents.add(new Document(doc, SampleIndex.id(searcher, doc)));
            }
        }
        return documents;
    }

    /** Returns a text that has up to half of its words for itself. */
    private static String text() {
        int own = random().nextInt(WORDS / 2);
        return Stream.iterate(0, word -> word + 1)
                .limit(WORDS)
                .map(word -> word < own ? TestUtil.randomSimpleString(random(), 6, 6) : "w" + word)
                .collect(Collectors.joining(" "));
    }
}
