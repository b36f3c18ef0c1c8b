package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.SimilarityEstimate;

/**
 * What is verified by texts is what brute force finds, and no text is read that signatures decide. What
 * chance may decide wrongly, once in a million pairs, is decided as the bounds of the estimate say.
 */
public class TextVerificationDuelTest extends LuceneTestCase {

    private static final int CORPORA = 8;
    private static final int QUERIES = 15;
    private static final double ERROR = 1e-6;

    private int hits;
    private int undecided;

    public void testHitsScoresAndWhatIsRead() throws IOException {
        for (int i = 0; i < CORPORA; i++) {
            int documents = random().nextInt(10) == 0 ? 3 : atLeast(120);
            try (SampleIndex index = SampleIndex.random(random(), documents, false)) {
                IndexSearcher searcher = index.searcher();
                for (int j = 0; j < QUERIES; j++) {
                    duel(index, searcher);
                }
            }
        }
        // A text that was not deleted, as nine of ten are not, is a hit of its own: 108 at least on average.
        assertTrue("only " + hits + " hits in all", hits > CORPORA * QUERIES / 2);
        assertTrue("signatures decided everything", undecided > 0);
    }

    /** As the clauses of a search are made: none knows of the others. Joined, each text is read once for all of them. */
    public void testClausesOverTheSameTexts() throws IOException {
        for (int i = 0; i < CORPORA; i++) {
            try (SampleIndex index = SampleIndex.random(random(), atLeast(120), false)) {
                double minSimilarity = 0.05 + random().nextDouble() / 2;
                StoredTexts texts = new StoredTexts();
                BooleanQuery.Builder clauses = new BooleanQuery.Builder();
                Sample sample = index.randomSample(minSimilarity);
                for (int clause = 0; clause < 3; clause++) {
                    clauses.add(
                            sample.queryBySets(
                                    SampleIndex.FIELD,
                                    new ClauseSets(
                                            new TextSets(
                                                    SampleIndex.FIELD, sample.sketcher(), texts,
                                                    JobMonitor.NONE)),
                                    minSimilarity),
                            Occur.SHOULD);
                    // Lucene would join equal ones.
                    minSimilarity = Math.nextUp(minSimilarity);
                }
                ClauseSets.join(clauses.build(), JobMonitor.NONE);
                Oracle oracle = new Oracle(index, sample, minSimilarity);
                assertEquals(
                        oracle.scores(3).keySet(),
                        SampleIndex.search(new IndexSearcher(index.reader()), clauses.build())
                                .keySet());
                assertReadOnce(oracle.readForScores, texts);
            }
        }
    }

    private void duel(SampleIndex index, IndexSearcher searcher) throws IOException {
        Sample sample = index.randomSample();
        double minSimilarity = index.randomMinSimilarity(sample, true);
        float boost = random().nextBoolean() ? 1 : random().nextFloat() * 10;
        Oracle oracle = new Oracle(index, sample, minSimilarity);

        StoredTexts texts = new StoredTexts();
        NearDuplicateQuery query =
                sample.queryByTexts(SampleIndex.FIELD, texts, minSimilarity);
        assertEquals(oracle.scores(boost),
                SampleIndex.search(searcher, new BoostQuery(query, boost)));
        assertReadOnce(oracle.readForScores, texts);

        StoredTexts textsOfCount = new StoredTexts();
        assertEquals(
                oracle.counted,
                searcher.count(
                        sample.queryByTexts(SampleIndex.FIELD, textsOfCount, minSimilarity)));
        assertReadOnce(oracle.readForCount, textsOfCount);
        assertBest(index, searcher, sample, oracle, minSimilarity);
        hits += oracle.similarities.size();
        undecided += oracle.readForCount.size();
    }

    /** The best hits are the same when the others need not be counted, and no more is read for them. */
    private static void assertBest(
            SampleIndex index, IndexSearcher searcher, Sample sample, Oracle oracle,
            double minSimilarity) throws IOException {
        StoredTexts texts = new StoredTexts();
        int count = 1 + random().nextInt(5);
        TopDocs best = searcher.search(
                sample.queryByTexts(SampleIndex.FIELD, texts, minSimilarity),
                new TopScoreDocCollectorManager(count, 1));
        List<Float> expected = oracle.scores(1).values().stream()
                .sorted((a, b) -> Float.compare(b, a))
                .limit(count)
                .toList();
        assertEquals(expected.size(), best.scoreDocs.length);
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), best.scoreDocs[i].score, 0);
        }
        assertTrue(oracle.readForScores.containsAll(texts.read()));
    }

    private static void assertReadOnce(Set<Integer> expected, StoredTexts texts) {
        assertEquals(expected, new TreeSet<>(texts.read()));
        assertEquals(expected.size(), texts.read().size());
    }

    /** Brute force over every live document. */
    private static final class Oracle {

        private final Map<Integer, Double> similarities = new TreeMap<>();
        private final Set<Integer> readForScores = new TreeSet<>();
        private final Set<Integer> readForCount = new TreeSet<>();
        private int counted;

        Oracle(SampleIndex index, Sample query, double minSimilarity) {
            SimilarityEstimate estimate = new SimilarityEstimate(index.scheme().signatureFormat());
            double leastOfWhole = query.leastOfWhole(minSimilarity);
            double lowest = estimate.lowest(leastOfWhole, ERROR);
            double highest = estimate.highest(minSimilarity, ERROR);
            index.live().forEach((id, sample) -> {
                if (query.commonBands(sample) == 0
                        || sizeBound(query, sample) < leastOfWhole
                        || query.estimate(sample) < lowest) {
                    return;
                }
                boolean isSame = query.shingles().equals(sample.shingles());
                if (isSame == false) {
                    readForScores.add(id);
                }
                boolean isHit = query.jaccard(sample) >= minSimilarity;
                if (isHit) {
                    similarities.put(id, query.jaccard(sample));
                }
                boolean isCertain =
                        query.isIgnoring() == false && query.estimate(sample) >= highest;
                counted += isHit || isCertain ? 1 : 0;
                if (isCertain == false && isSame == false) {
                    readForCount.add(id);
                }
            });
        }

        Map<Integer, Float> scores(float boost) {
            Map<Integer, Float> scores = new TreeMap<>();
            similarities.forEach((id, similarity) -> scores.put(id, (float) (similarity * boost)));
            return scores;
        }

        private static double sizeBound(Sample a, Sample b) {
            double sizeA = a.shingles().size();
            double sizeB = b.shingles().size();
            return Math.min(sizeA, sizeB) / Math.max(sizeA, sizeB);
        }
    }
}
