package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.ReferenceBands;

/** Cost and scores of a segment as Lucene sees them, and what a collector can set in the scorer. */
public class NearDuplicateScorerTest extends LuceneTestCase {

    private static final double MIN_SIMILARITY = 0.05;

    public void testCostIsTheNumberOfPostings() throws IOException {
        forEachSegment(Verified.BY_SIGNATURE, (context, sample, weight) -> {
            long postings = 0;
            Set<String> prefixes = Set.copyOf(sample.bandPrefixes(sample.rows()));
            TermsEnum terms = Terms.getTerms(context.reader(), SampleIndex.FIELD).iterator();
            for (BytesRef term = terms.next(); term != null; term = terms.next()) {
                String prefix = ReferenceBands.prefix(term.utf8ToString(), sample.rows());
                postings += prefixes.contains(prefix) ? terms.docFreq() : 0;
            }
            ScorerSupplier supplier = weight.scorerSupplier(context);
            assertEquals(postings, supplier == null ? 0 : supplier.cost());
            assertEquals("no term, no scorer", postings == 0, supplier == null);
        });
    }

    public void testCompetitiveMinimumLosesNothingAtOrAboveIt() throws IOException {
        for (Verified verified : Verified.values()) {
            forEachSegment(verified, (context, sample, weight) -> {
                if (weight.scorerSupplier(context) == null) {
                    return;
                }
                Map<Integer, Float> hits = all(weight.scorer(context));
                for (float min : hits.values()) {
                    Map<Integer, Float> expected = new TreeMap<>(hits);
                    expected.values().removeIf(score -> score < min);
                    Scorer scorer = weight.scorer(context);
                    scorer.setMinCompetitiveScore(min);
                    assertEquals("the others are not even returned", expected, all(scorer));
                }
            });
        }
    }

    /** A boost of 0 is what clauses have whose scores do not count. */
    public void testEndsWhereNoScoreIsHighEnough() throws IOException {
        for (Verified verified : Verified.values()) {
            forEachSegment(verified, (context, sample, weight) -> {
                for (float boost : new float[] {0, 1, Float.MIN_VALUE, random().nextFloat()}) {
                    Scorer scorer = new IndexSearcher(context.reader())
                            .createWeight(weight.getQuery(), ScoreMode.TOP_SCORES, boost)
                            .scorer(context);
                    if (scorer != null
                            && scorer.iterator().nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                        int first = scorer.docID();
                        scorer.setMinCompetitiveScore(Math.nextUp(scorer.getMaxScore(first)));
                        assertEquals(first, scorer.docID());
                        assertEquals(Map.of(), all(scorer));
                    }
                }
            });
        }
    }

    /** Wherever a stretch ends, and whether or not the next begins at a candidate. */
    public void testStretchesOfASegment() throws IOException {
        for (Verified verified : Verified.values()) {
            forEachSegment(
                    verified,
                    (context, sample, weight) -> Stretches.check(random(), weight, context));
        }
    }

    private interface Check {
        void check(LeafReaderContext context, Sample sample, Weight weight) throws IOException;
    }

    private static void forEachSegment(Verified verified, Check check) throws IOException {
        for (int i = atLeast(2); i > 0; i--) {
            try (SampleIndex index =
                    SampleIndex.random(random(), atLeast(100), verified.needsSets())) {
                DirectoryReader reader = index.reader();
                IndexSearcher searcher = new IndexSearcher(reader);
                for (int j = 0; j < 10; j++) {
                    Sample sample = index.randomSample(MIN_SIMILARITY);
                    Query query = verified.query(sample, MIN_SIMILARITY);
                    float boost = 0.001f + 10 * random().nextFloat();
                    Weight weight = searcher.createWeight(query, ScoreMode.TOP_SCORES, boost);
                    for (LeafReaderContext context : reader.leaves()) {
                        check.check(context, sample, weight);
                    }
                }
            }
        }
    }

    private static Map<Integer, Float> all(Scorer scorer) throws IOException {
        Map<Integer, Float> hits = new TreeMap<>();
        DocIdSetIterator iterator = scorer.iterator();
        while (iterator.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            hits.put(scorer.docID(), scorer.score());
        }
        return hits;
    }
}
