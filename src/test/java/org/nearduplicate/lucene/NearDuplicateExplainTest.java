package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.tests.search.CheckHits;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.sketch.sets.ContainmentEstimate;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShareOf;

/** The contract that Lucene has for queries, and explanations of hits and of all others. */
public class NearDuplicateExplainTest extends LuceneTestCase {

    private static final double MIN_SIMILARITY = 0.4;

    public void testEveryDocumentIsExplained() throws IOException {
        for (Verified verified : Verified.values()) {
            try (SampleIndex index =
                    SampleIndex.random(random(), atLeast(60), verified.needsSets())) {
                IndexSearcher searcher = newSearcher(index.reader());
                for (int i = 0; i < 5; i++) {
                    Sample sample = index.randomSample(MIN_SIMILARITY);
                    Query query = verified.query(sample, MIN_SIMILARITY);
                    for (int doc = 0; doc < index.reader().maxDoc(); doc++) {
                        int id = SampleIndex.id(searcher, doc);
                        if (index.live().containsKey(id)) {
                            assertExplained(sample, index.live().get(id), verified.isExact(),
                                    searcher.explain(query, doc));
                        }
                    }
                }
            }
        }
    }

    public void testEveryDocumentIsExplainedForShares() throws IOException {
        for (Verified verified : Verified.values()) {
            try (SampleIndex index =
                    SampleIndex.withSampledShingles(random(), atLeast(60), verified.needsSets())) {
                IndexSearcher searcher = newSearcher(index.reader());
                for (int i = 0; i < 5; i++) {
                    Sample sample = index.randomSample();
                    SoughtContainment share = index.randomShare(sample);
                    Query query = sample.queryForShare(
                            SampleIndex.FIELD, share, index.sampled(), verified);
                    Map<Integer, Float> hits =
                            index.expected(sample, share, verified.isExact(), 1);
                    for (int doc = 0; doc < index.reader().maxDoc(); doc++) {
                        int id = SampleIndex.id(searcher, doc);
                        if (index.live().containsKey(id)) {
                            assertExplained(
                                    sample, index.live().get(id), share, index.sampled(),
                                    verified.isExact(), hits.get(id),
                                    searcher.explain(query, doc));
                        }
                    }
                }
            }
        }
    }

    public void testQueryContract() throws IOException {
        for (Verified verified : Verified.values()) {
            for (int i = atLeast(1); i > 0; i--) {
                try (SampleIndex index =
                        SampleIndex.withoutDeletes(random(), atLeast(40), verified.needsSets())) {
                    Sample sample = index.randomSample(MIN_SIMILARITY);
                    checkContract(index, verified.query(sample, MIN_SIMILARITY));
                    checkContract(
                            index, verified.query(sample, MIN_SIMILARITY).ofEveryDocument());
                    if (index.sampled() != null) {
                        checkContract(
                                index,
                                sample.queryForShare(
                                        SampleIndex.FIELD, index.randomShare(sample),
                                        index.sampled(), verified));
                    }
                }
            }
        }
    }

    private static void checkContract(SampleIndex index, Query query) throws IOException {
        IndexSearcher searcher = newSearcher(index.reader());
        QueryUtils.check(random(), query, searcher);
        QueryUtils.checkExplanations(new BoostQuery(query, 2.5f), searcher);
        CheckHits.checkTopScores(random(), query, searcher);
        CheckHits.checkNoMatchExplanations(query, null, searcher, hits(searcher, query));
    }

    private static int[] hits(IndexSearcher searcher, Query query) throws IOException {
        ScoreDoc[] hits = SampleIndex.allHits(searcher, query).scoreDocs;
        int[] docs = new int[hits.length];
        for (int i = 0; i < docs.length; i++) {
            docs[i] = hits[i].doc;
        }
        return docs;
    }

    private static void assertExplained(
            Sample sample, Sample other, boolean exact, Explanation explanation) {
        double score = sample.similarity(other, exact, MIN_SIMILARITY);
        String description = explanation.getDescription();
        assertEquals(description, score >= 0, explanation.isMatch());
        if (score >= 0) {
            assertEquals((float) score, explanation.getValue().floatValue(), 0);
        } else if (sample.commonBands(other) == 0) {
            assertEquals("the first " + sample.rows() + " rows in common of none of "
                    + sample.bandTerms().size()
                    + " bands", description);
        } else {
            assertTrue(description, description.endsWith(" below [min_similarity] 0.4"));
            double similarity = exact ? sample.jaccard(other) : sample.estimate(other);
            assertEquals(
                    (float) similarity,
                    explanation.getDetails()[0].getValue().floatValue(),
                    0);
            assertTrue(
                    explanation.toString(),
                    explanation.toString().toLowerCase(Locale.ROOT)
                            .contains(
                                    String.valueOf(
                                            exact ? sample.counted(other).size()
                                                    : other.shingles().size())));
        }
    }

    /** @param score that of the document, or null if it is no hit */
    private static void assertExplained(
            Sample sample, Sample other, SoughtContainment share, SampledShingles sampled,
            boolean exact,
            Float score, Explanation explanation) {
        String text = explanation.toString();
        Set<Long> common = new HashSet<>(sample.sampledKeys(sampled));
        common.retainAll(other.sampledKeys(sampled));
        assertEquals(text, score != null, explanation.isMatch());
        int all = (share.of() == ShareOf.LIKE ? sample : other).sampledKeys(sampled).size();
        if (score == null) {
            ContainmentEstimate estimate = new ContainmentEstimate(all);
            int needed = exact
                    ? estimate.neededFor(share.least(), share.recall())
                    : estimate.neededFor(share.least());
            assertEquals(
                    text, common.size() < needed,
                    explanation.getDescription()
                            .startsWith("fewer sampled shingles in common than "));
        } else {
            assertEquals(score, explanation.getValue().floatValue(), 0);
            assertTrue(text, text.contains(common.size() + " = sampled shingles in common"));
            assertTrue(text, text.contains(" are needed, of " + all + " of the "));
        }
    }
}
