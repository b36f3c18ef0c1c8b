package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.CountingMonitor;

/**
 * Hits and scores equal brute force over all documents, by bands and by sampled shingles, whatever texts, scheme,
 * segments, deletes, sort and threads. How texts verify what bands find is in {@link TextVerificationDuelTest}.
 */
public class NearDuplicateQueryDuelTest extends LuceneTestCase {

    private static final int CORPORA = 8;
    private static final int QUERIES = 15;

    private SampleIndex index;
    private IndexSearcher searcher;

    public void testByBands() throws IOException {
        for (Verified verified : List.of(Verified.BY_SIGNATURE, Verified.BY_STORED_SETS)) {
            int hits = 0;
            for (int i = 0; i < CORPORA; i++) {
                int documents = random().nextInt(10) == 0 ? 3 : atLeast(120);
                try (SampleIndex opened =
                        SampleIndex.random(random(), documents, verified.needsSets())) {
                    open(opened);
                    for (int j = 0; j < QUERIES; j++) {
                        Sample sample = index.randomSample();
                        double least = index.randomMinSimilarity(sample, verified.isExact());
                        float boost = randomBoost();
                        hits += duel(
                                verified.query(sample, least), boost,
                                index.expected(sample, verified.isExact(), least, boost));
                    }
                }
            }
            // A text that was not deleted, as nine of ten are not, is a hit of its own: 108 at least on average.
            assertTrue("only " + hits + " hits in all", hits > CORPORA * QUERIES / 2);
        }
    }

    /**
     * Queries that look up what there is of their bands, found for all of them at once; of texts that nobody has, none is
     * left. A word that no text has is in every shingle of these.
     */
    public void testManyNarrowed() throws IOException {
        int hits = 0;
        int left = 0;
        for (int i = 0; i < CORPORA; i++) {
            try (SampleIndex opened = SampleIndex.random(random(), atLeast(120), false)) {
                open(opened);
                List<NearDuplicateQuery> queries = new ArrayList<>();
                List<Map<Integer, Float>> expected = new ArrayList<>();
                for (int j = 0; j < QUERIES; j++) {
                    boolean isKnown = random().nextInt(3) > 0;
                    Sample sample = isKnown
                            ? index.randomSample()
                            : new Sample(index.randomSample().sketcher(), "unheard" + j)
                                    .takingAnyRows(random());
                    double least =
                            isKnown ? index.randomMinSimilarity(sample, false) : 0.5;
                    queries.add(Verified.BY_SIGNATURE.query(sample, least));
                    expected.add(index.expected(sample, false, least, 1));
                }
                CountingMonitor charged = CountingMonitor.unlimited();
                List<NearDuplicateQuery> narrow =
                        NearDuplicateQuery.narrow(queries, index.reader(), charged);
                assertTrue(charged.peak() > 0);
                assertEquals(0, charged.reserved());
                for (int j = 0; j < QUERIES; j++) {
                    if (narrow.get(j) == null) {
                        left++;
                        assertEquals(Map.of(), expected.get(j));
                    } else {
                        assertTrue(
                                narrow.get(j).bucketCount() <= queries.get(j).bucketCount());
                        hits += duel(narrow.get(j), 1, expected.get(j));
                    }
                }
            }
        }
        assertTrue("only " + hits + " hits in all", hits > CORPORA * QUERIES / 4);
        // A third of the texts on average; fewer than a fifteenth once in ten billion times.
        assertTrue("only " + left + " need no search", left > CORPORA);
    }

    public void testBySampledShingles() throws IOException {
        for (Verified verified : Verified.values()) {
            int hits = 0;
            for (int i = 0; i < CORPORA; i++) {
                try (SampleIndex opened =
                        SampleIndex.withSampledShingles(random(), atLeast(120),
                                verified.needsSets())) {
                    open(opened);
                    for (int j = 0; j < QUERIES; j++) {
                        Sample sample = index.randomSample();
                        SoughtContainment share = index.randomShare(sample);
                        float boost = randomBoost();
                        hits += duel(
                                sample.queryForShare(
                                        SampleIndex.FIELD, share, index.sampled(), verified),
                                boost,
                                index.expected(sample, share, verified.isExact(), boost));
                    }
                }
            }
            assertTrue("only " + hits + " hits in all", hits > CORPORA);
        }
    }

    /** Whatever they have in common with the text. */
    public void testEveryDocument() throws IOException {
        for (Verified verified : Verified.values()) {
            try (SampleIndex opened =
                    SampleIndex.random(random(), atLeast(60), verified.needsSets())) {
                open(opened);
                for (int i = 0; i < 10; i++) {
                    Sample sample = index.randomSample();
                    Map<Integer, Float> expected = new TreeMap<>();
                    index.live().forEach((id, other) -> {
                        if (other.isEmpty() == false) {
                            expected.put(
                                    id, (float) (verified.isExact()
                                            ? sample.jaccard(other)
                                            : sample.estimate(other)));
                        }
                    });
                    duel(verified.query(sample, 0.5).ofEveryDocument(), 1, expected);
                }
            }
        }
    }

    private void open(SampleIndex opened) throws IOException {
        index = opened;
        searcher = index.searcher();
    }

    private static float randomBoost() {
        return random().nextBoolean() ? 1 : random().nextFloat() * 10;
    }

    /** Returns the number of hits. */
    private int duel(NearDuplicateQuery query, float boost, Map<Integer, Float> expected)
            throws IOException {
        assertEquals(
                query.toString(), expected,
                SampleIndex.search(searcher, new BoostQuery(query, boost)));
        assertEquals(query.toString(), expected.size(), searcher.count(query));
        return expected.size();
    }
}
