package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/**
 * Collects the hits of a segment in stretches of random lengths, as a server does that checks for
 * cancellation, and compares them with those that the scorer gives one by one.
 */
final class Stretches {

    private Stretches() {}

    /** Checks a segment once, with random stretches, live documents and wishes of the collector. */
    static void check(Random random, Weight weight, LeafReaderContext context)
            throws IOException {
        int maxDoc = context.reader().maxDoc();
        Bits accepted = random.nextBoolean() ? null : randomDocs(random, maxDoc);
        int from = random.nextBoolean() ? 0 : random.nextInt(maxDoc);
        Map<Integer, Float> expected = oneByOne(weight, context);
        expected.keySet().removeIf(
                doc -> doc < from || accepted != null && accepted.get(doc) == false);
        Hits found = new Hits(random.nextBoolean() ? maxDoc : -1);
        BulkScorer scorer = weight.bulkScorer(context);
        int step = randomFrom(random, List.of(1, 10, 500, 2 * maxDoc));
        for (int min = from; scorer != null && min < maxDoc;) {
            int max = min + 1 + random.nextInt(step);
            int next = scorer.score(found, accepted, min, max);
            assertTrue(next >= max);
            min = random.nextBoolean() ? max : Math.max(max, Math.min(next, maxDoc));
        }
        assertEquals(expected, found.scores);
    }

    private static Map<Integer, Float> oneByOne(Weight weight, LeafReaderContext context)
            throws IOException {
        Map<Integer, Float> found = new TreeMap<>();
        Scorer scorer = weight.scorer(context);
        if (scorer != null) {
            DocIdSetIterator iterator = scorer.iterator();
            while (iterator.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                found.put(scorer.docID(), scorer.score());
            }
        }
        return found;
    }

    private static Bits randomDocs(Random random, int maxDoc) {
        FixedBitSet docs = new FixedBitSet(maxDoc);
        for (int doc = 0; doc < docs.length(); doc++) {
            if (random.nextInt(3) > 0) {
                docs.set(doc);
            }
        }
        return docs;
    }

    /** Collects what it is given, and may report that it wants all of it. */
    private static final class Hits implements LeafCollector {

        private final Map<Integer, Float> scores = new TreeMap<>();
        private final DocIdSetIterator wanted;
        private Scorable scorer;

        Hits(int wanted) {
            this.wanted = wanted < 0 ? null : DocIdSetIterator.all(wanted);
        }

        @Override
        public void setScorer(Scorable newScorer) {
            scorer = newScorer;
        }

        @Override
        public void collect(int doc) throws IOException {
            assertNull(scores.put(doc, scorer.score()));
        }

        @Override
        public DocIdSetIterator competitiveIterator() {
            return wanted;
        }
    }
}
