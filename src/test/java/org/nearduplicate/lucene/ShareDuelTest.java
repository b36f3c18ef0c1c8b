package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Hits and scores of shares equal brute force over all documents, whatever texts, scheme, segments, deletes, sort and threads.
 */
public class ShareDuelTest extends LuceneTestCase {

    private static final int CORPORA = 8;
    private static final int QUERIES = 12;

    public void testEstimatesEqualBruteForce() throws IOException {
        duel(Verified.BY_SIGNATURE);
    }

    public void testExactEqualsBruteForce() throws IOException {
        duel(Verified.BY_STORED_SETS);
    }

    public void testExactByTextsEqualsBruteForce() throws IOException {
        duel(Verified.BY_TEXTS);
    }

    /** Texts are dear, and those of hidden documents not to be seen. */
    public void testTextsOfDeletedDocumentsAreNotRead() throws IOException {
        int read = 0;
        int deleted = 0;
        for (int i = 0; i < CORPORA || deleted == 0; i++) {
            try (SampleIndex index = SampleIndex.withPrints(random(), atLeast(120), false)) {
                deleted += index.reader().numDeletedDocs();
                StoredTexts texts = new StoredTexts();
                for (int j = 0; j < QUERIES; j++) {
                    Sample sample = index.randomSample();
                    NearDuplicateQuery share = sample.queryForShare(
                            SampleIndex.FIELD, index.randomShare(sample), index.prints(),
                            Verified.BY_TEXTS, texts);
                    SampleIndex.search(index.searcher(), share);
                    SampleIndex.search(
                            index.searcher(),
                            new BooleanQuery.Builder()
                                    .add(Everything.QUERY, Occur.MUST)
                                    .add(share, Occur.MUST_NOT)
                                    .build());
                }
                assertTrue(index.live().keySet().containsAll(texts.read()));
                read += texts.read().size();
            }
        }
        assertTrue(read + " texts read beside " + deleted + " of deleted documents",
                read > CORPORA);
    }

    private static void duel(Verified verified) throws IOException {
        int hits = 0;
        for (int i = 0; i < CORPORA; i++) {
            try (SampleIndex index =
                    SampleIndex.withPrints(random(), atLeast(120), verified.needsSets())) {
                IndexSearcher searcher = index.searcher();
                for (int j = 0; j < QUERIES; j++) {
                    hits += duel(index, searcher, verified);
                }
            }
        }
        assertTrue("only " + hits + " hits in all", hits > CORPORA);
    }

    private static int duel(SampleIndex index, IndexSearcher searcher, Verified verified)
            throws IOException {
        Sample sample = index.randomSample();
        SoughtShare share = index.randomShare(sample);
        float boost = random().nextBoolean() ? 1 : random().nextFloat() * 10;
        NearDuplicateQuery query =
                sample.queryForShare(SampleIndex.FIELD, share, index.prints(), verified);
        Map<Integer, Float> expected = index.expected(sample, share, verified.isExact(), boost);
        assertEquals(
                share + " " + query, expected,
                SampleIndex.search(searcher, new BoostQuery(query, boost)));
        assertEquals(query.toString(), expected.size(), searcher.count(query));
        return expected.size();
    }
}
