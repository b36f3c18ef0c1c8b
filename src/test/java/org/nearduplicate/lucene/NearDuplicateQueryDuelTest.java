package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
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

    /** Texts that share no band, found for all of them at once, have no hit. A character that no text has is in every shingle of some. */
    public void testThoseOfManyThatShareABand() throws IOException {
        int found = 0;
        for (int i = 0; i < CORPORA; i++) {
            try (SampleIndex opened = SampleIndex.random(random(), atLeast(120), false)) {
                open(opened);
                List<Sample> texts = new ArrayList<>();
                for (int j = 0; j < QUERIES; j++) {
                    Sample known = index.randomSample();
                    texts.add(
                            j % 3 > 0 ? known
                                    : new Sample(
                                            known.sketcher(), Character.toString('α' + j))
                                            .takingAnyRows(random()));
                }
                List<FoundBands.Bands> bands = new ArrayList<>(
                        texts.stream()
                                .map(text -> new FoundBands.Bands(
                                        text.sketch().keys(), text.rows()))
                                .toList());
                bands.add(random().nextInt(QUERIES), new FoundBands.Bands(new long[0], 2));
                CountingMonitor charged = CountingMonitor.unlimited();
                BitSet some =
                        FoundBands.of(bands, index.reader(), SampleIndex.FIELD, charged);
                assertTrue(charged.peak() > 0);
                assertEquals(0, charged.reserved());
                int number = 0;
                for (FoundBands.Bands of : bands) {
                    boolean isFound = some.get(bands.indexOf(of));
                    if (of.keys().length == 0) {
                        assertFalse(isFound);
                        continue;
                    }
                    int hits = SampleIndex.search(
                            searcher,
                            Verified.BY_SIGNATURE.query(texts.get(number++), 1e-9)).size();
                    assertTrue(hits + " hits", isFound || hits == 0);
                    found += isFound ? 1 : 0;
                }
            }
        }
        // Two thirds of the texts are of a document, of which nine in ten were not deleted, and hardly any other shares a band by accident.
        assertTrue(found + " share a band", found > CORPORA * QUERIES / 3);
        assertTrue(found + " share a band", found < CORPORA * QUERIES * 3 / 4);
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
