package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.lucene.Filters.Filter;

/**
 * The query as one of several clauses: hits and scores equal brute force whichever clause leads, and
 * the top hits are the head of all hits.
 */
public class NearDuplicateClauseDuelTest extends LuceneTestCase {

    private static final int CORPORA = 2;
    private static final int QUERIES = 12;

    /** How a sum is rounded depends on the way in which Lucene comes to it. */
    private static final float OF_SUMS = 1e-5f;

    private SampleIndex index;
    private IndexSearcher searcher;
    private Query near;
    private Map<Integer, Float> nearHits;
    private Filter filter;
    private float filterScore;

    /** Each required, forbidden or wished for, and counted or not. */
    public void testBooleanClauses() throws IOException {
        duel(() -> {
            for (Occur occur : Occur.values()) {
                for (Occur other : Occur.values()) {
                    if (occur != Occur.MUST_NOT || other != Occur.MUST_NOT) {
                        assertHits(
                                both(near, occur, scoringFilter(), other), expected(occur, other),
                                isScoring(occur) && isScoring(other) ? OF_SUMS : 0);
                    }
                }
            }
        });
    }

    private Map<Integer, Float> expected(Occur occur, Occur other) {
        boolean isRequired = isRequired(occur) || isRequired(other);
        Map<Integer, Float> filterHits = filterHits();
        Map<Integer, Float> expected = new TreeMap<>();
        for (int id : index.live().keySet()) {
            Float score = nearHits.get(id);
            Float otherScore = filterHits.get(id);
            boolean isWished = occur == Occur.SHOULD && score != null
                    || other == Occur.SHOULD && otherScore != null;
            if (allows(occur, score) && allows(other, otherScore) && (isRequired || isWished)) {
                expected.put(id, counted(occur, score) + counted(other, otherScore));
            }
        }
        return expected;
    }

    private static boolean isRequired(Occur occur) {
        return occur == Occur.MUST || occur == Occur.FILTER;
    }

    private static boolean allows(Occur occur, Float score) {
        return score == null ? isRequired(occur) == false : occur != Occur.MUST_NOT;
    }

    private static boolean isScoring(Occur occur) {
        return occur == Occur.MUST || occur == Occur.SHOULD;
    }

    private static float counted(Occur occur, Float score) {
        return score != null && isScoring(occur) ? score : 0;
    }

    public void testBestOfBothClauses() throws IOException {
        duel(() -> {
            Map<Integer, Float> expected = filterHits();
            nearHits.forEach((id, score) -> expected.merge(id, score, Math::max));
            assertHits(new DisjunctionMaxQuery(List.of(near, scoringFilter()), 0), expected);
        });
    }

    public void testTwoNearDuplicateClauses() throws IOException {
        duel(() -> {
            Query first = near;
            Map<Integer, Float> expected = new TreeMap<>(nearHits);
            ask(0.1);
            expected.keySet().retainAll(nearHits.keySet());
            expected.replaceAll((id, score) -> score + nearHits.get(id));
            assertHits(both(first, Occur.MUST, near, Occur.MUST), expected, OF_SUMS);
        });
    }

    private interface Check {
        void run() throws IOException;
    }

    private void duel(Check check) throws IOException {
        for (int i = 0; i < CORPORA; i++) {
            int documents = atLeast(120);
            Filters filters = new Filters(random(), documents);
            try (SampleIndex opened = SampleIndex.random(random(), documents, true)) {
                index = opened;
                searcher = index.searcher();
                for (int j = 0; j < QUERIES; j++) {
                    ask(random().nextBoolean() ? 0.1 : 0.6);
                    filter = filters.next();
                    filterScore = random().nextFloat();
                    check.run();
                }
            }
        }
    }

    private void ask(double minSimilarity) {
        Verified verified = Verified.random(random());
        Sample sample = index.randomSample(minSimilarity);
        float boost = random().nextBoolean() ? 1 : random().nextFloat() * 10;
        if (index.sampled() != null && random().nextBoolean()) {
            SoughtContainment share = index.randomShare(sample);
            near = new BoostQuery(
                    sample.queryForShare(SampleIndex.FIELD, share, index.sampled(), verified),
                    boost);
            nearHits = index.expected(sample, share, verified.isExact(), boost);
            return;
        }
        near = new BoostQuery(verified.query(sample, minSimilarity), boost);
        nearHits = index.expected(sample, verified.isExact(), minSimilarity, boost);
    }

    private Query scoringFilter() {
        return new BoostQuery(new ConstantScoreQuery(filter.query()), filterScore);
    }

    private Map<Integer, Float> filterHits() {
        Map<Integer, Float> hits = new TreeMap<>();
        for (int id : index.live().keySet()) {
            if (filter.ids().test(id)) {
                hits.put(id, filterScore);
            }
        }
        return hits;
    }

    private static Query both(Query first, Occur firstOccur, Query second, Occur secondOccur) {
        return new BooleanQuery.Builder().add(first, firstOccur).add(second, secondOccur).build();
    }

    private void assertHits(Query query, Map<Integer, Float> expected) throws IOException {
        assertHits(query, expected, 0);
    }

    private void assertHits(Query query, Map<Integer, Float> expected, float tolerance)
            throws IOException {
        Map<Integer, Float> hits = SampleIndex.search(searcher, query);
        assertEquals(query.toString(), expected.keySet(), hits.keySet());
        expected.forEach((id, score) -> assertEquals(score, hits.get(id), tolerance));
        assertEquals(query.toString(), expected.size(), searcher.count(query));
        assertTopHits(query, hits, tolerance);
    }

    /** A small k and threshold make Lucene raise the competitive minimum. */
    private void assertTopHits(Query query, Map<Integer, Float> hits, float tolerance)
            throws IOException {
        int k = randomFrom(random(), List.of(1, 2, 5, 20));
        ScoreDoc[] all = SampleIndex.allHits(searcher, query).scoreDocs;
        ScoreDoc[] top = searcher.search(query, new TopScoreDocCollectorManager(k, 1)).scoreDocs;
        assertEquals(Math.min(k, all.length), top.length);
        for (int i = 0; i < top.length; i++) {
            int id = SampleIndex.id(searcher, top[i].doc);
            assertEquals(query.toString(), all[i].score, top[i].score, tolerance);
            assertEquals(query.toString(), hits.get(id), top[i].score, tolerance);
            assertTrue(query.toString(), tolerance > 0 || all[i].doc == top[i].doc);
        }
    }
}
