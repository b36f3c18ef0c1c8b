package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The similarity to every document, whatever they have in common. */
public class SimilarityQueryTest extends LuceneTestCase {

    public void testEveryDocumentWithWordsHasItsSimilarity() throws IOException {
        for (Verified verified : Verified.values()) {
            try (SampleIndex index =
                    SampleIndex.random(random(), atLeast(60), verified.needsSets())) {
                IndexSearcher searcher = index.searcher();
                for (int i = 0; i < 10; i++) {
                    Sample sample = index.randomSample();
                    Map<Integer, Float> expected = new TreeMap<>();
                    index.live().forEach((id, other) -> {
                        if (other.isEmpty() == false) {
                            expected.put(id, (float) (verified.isExact() ? sample.jaccard(other)
                                    : sample.estimate(other)));
                        }
                    });
                    assertEquals(expected, SampleIndex.search(searcher, query(sample, verified)));
                }
            }
        }
    }

    public void testQueryContract() throws IOException {
        Verified verified = Verified.random(random());
        try (SampleIndex index =
                SampleIndex.withoutDeletes(random(), atLeast(40), verified.needsSets())) {
            IndexSearcher searcher = newSearcher(index.reader());
            Query query = query(index.randomSample(), verified);
            QueryUtils.check(random(), query, searcher);
            QueryUtils.checkExplanations(query, searcher);
        }
    }

    public void testEquality() throws IOException {
        try (SampleIndex index = SampleIndex.random(random(), 20, true)) {
            Sample sample = index.randomSample();
            QueryUtils.checkEqual(query(sample, Verified.BY_STORED_SETS),
                    query(sample, Verified.BY_STORED_SETS));
            QueryUtils.checkUnequal(query(sample, Verified.BY_STORED_SETS),
                    query(sample, Verified.BY_SIGNATURE));
            QueryUtils.checkUnequal(
                    query(sample, Verified.BY_STORED_SETS),
                    sample.query("other", true, 0.5).ofEveryDocument());
        }
    }

    private static Query query(Sample sample, Verified verified) {
        return verified.query(sample, 0.5).ofEveryDocument();
    }
}
