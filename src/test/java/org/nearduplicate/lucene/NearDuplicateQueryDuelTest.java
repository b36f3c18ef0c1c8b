package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Hits and scores equal brute force, whatever texts, scheme, segments, deletes, sort and threads. */
public class NearDuplicateQueryDuelTest extends LuceneTestCase {

    private static final int CORPORA = 8;
    private static final int QUERIES = 15;

    public void testSignatureEqualsBruteForce() throws IOException {
        duel(Verified.BY_SIGNATURE);
    }

    public void testExactEqualsBruteForce() throws IOException {
        duel(Verified.BY_STORED_SETS);
    }

    private static void duel(Verified verified) throws IOException {
        int hits = 0;
        for (int i = 0; i < CORPORA; i++) {
            int documents = random().nextInt(10) == 0 ? 3 : atLeast(120);
            try (SampleIndex index =
                    SampleIndex.random(random(), documents, verified.needsSets())) {
                IndexSearcher searcher = index.searcher();
                for (int j = 0; j < QUERIES; j++) {
                    hits += duel(index, searcher, verified);
                }
            }
        }
        // A text that was not deleted, as nine of ten are not, is a hit of its own: 108 at least on average.
        assertTrue("only " + hits + " hits in all", hits > CORPORA * QUERIES / 2);
    }

    private static int duel(SampleIndex index, IndexSearcher searcher, Verified verified)
            throws IOException {
        boolean exact = verified.isExact();
        Sample sample = index.randomSample();
        double minSimilarity = index.randomMinSimilarity(sample, exact);
        float boost = random().nextBoolean() ? 1 : random().nextFloat() * 10;
        NearDuplicateQuery query = verified.query(sample, minSimilarity);
        Map<Integer, Float> expected = index.expected(sample, exact, minSimilarity, boost);
        assertEquals(query.toString(), expected,
                SampleIndex.search(searcher, new BoostQuery(query, boost)));
        assertEquals(query.toString(), expected.size(), searcher.count(query));
        return expected.size();
    }
}
