package org.nearduplicate.lucene;

import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.lucene.JaccardJoin.Pair;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SignatureFormat;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * The news texts of Reuters-21578: near duplicates of every body are sought, and the answers are
 * compared with the exact similarity of all pairs. The thorough build does that for every sketch, and for MinHash with every
 * number of bits; what random texts show of these is in {@code sketch.EstimateTest}. Skipped where {@code corpus.reuters}
 * names no file.
 */
public class ReutersTest extends LuceneTestCase {

    private static final int HASH_COUNT = 128;
    private static final double WIDTH = 0.02;
    private static final Banding BANDING = new Banding(42, 3);
    private static final double MIN_SIMILARITY = 0.5;
    private static final int DEFAULT_BITS = Parameters.SIGNATURE_BITS.defaultValue();

    /** Pairs of one text are found or missed together, which the variance does not know. */
    private static final double MAX_SIGMAS = 5;

    /** A text is in several pairs, whose errors are alike: by the seed the root mean square varies by a seventh. */
    private static final double MAX_RMS = 1.25;

    private static List<Pair> truth;
    private static int[] firstOfSet;

    @BeforeClass
    public static void join() throws IOException {
        JaccardJoin join = ReutersCorpus.join(MIN_SIMILARITY);
        truth = join.pairs();
        firstOfSet = join.firstOfSet();
    }

    @AfterClass
    public static void forget() {
        truth = null;
        firstOfSet = null;
    }

    public void testFastSimilarity() throws IOException {
        assertTrueAndUnbiased(SketchAlgorithm.FAST_SIMILARITY, DEFAULT_BITS);
    }

    /** One field of the default mapping finds the pairs that just have a similarity, whichever it is. */
    public void testDefaultFieldForAnySimilarity() throws IOException {
        BandChoice choice = BandChoice.resolve(
                null, null, null, null, Parameters.HASH_COUNT.defaultValue());
        try (TextIndex index = new TextIndex(
                ReutersCorpus.bodies(), new NearDuplicateAnalyzer(),
                Schemes.ofMapping(choice.banding()))) {
            for (double similarity : new double[] {0.6, 0.7, 0.8, 0.9}) {
                Banding taken = choice.taken(similarity, null);
                Map<Long, Float> found = index.ask(true, similarity, taken.rows());
                Recall recall = new Recall(taken);
                for (Pair pair : truth) {
                    if (pair.similarity() >= similarity
                            && pair.similarity() <= similarity + WIDTH) {
                        recall.add(
                                pair, found.containsKey(TextIndex.key(pair.a(), pair.b())));
                    }
                }
                report(taken + ", J from " + similarity + " to + .02: " + recall);
                assertTrue(recall.toString(), recall.pairs() > 10);
                assertTrue(recall.toString(), recall.fits(MAX_SIGMAS));
            }
        }
    }

    @Nightly
    public void testSuperMinHash() throws IOException {
        assertTrueAndUnbiased(SketchAlgorithm.SUPER_MINHASH, DEFAULT_BITS);
    }

    @Nightly
    public void testMinHash() throws IOException {
        for (int bits : Parameters.SIGNATURE_BITS.choices()) {
            assertTrueAndUnbiased(SketchAlgorithm.MINHASH, bits);
        }
    }

    private static void assertTrueAndUnbiased(SketchAlgorithm sketch, int bits)
            throws IOException {
        Scheme scheme = scheme().shingles(ShingleUnit.WORD, ReutersCorpus.SHINGLE_SIZE)
                .sketch(sketch, HASH_COUNT)
                .bits(bits)
                .banding(BANDING.bands(), BANDING.rows())
                .build();
        report(sketch + " of " + bits + " bits");
        try (TextIndex index = new TextIndex(
                ReutersCorpus.bodies(), new NearDuplicateAnalyzer(), scheme)) {
            if (bits == DEFAULT_BITS) {
                assertFindsThePairsThatTheCurvePromises(index);
            }
            assertEstimatesWithoutBias(index, scheme.signatureFormat());
        }
    }

    /** Verified exactly, for which it makes no difference how many bits are stored. */
    private static void assertFindsThePairsThatTheCurvePromises(TextIndex index)
            throws IOException {
        Map<Long, Float> found = index.ask(true, MIN_SIMILARITY);
        Map<Long, Double> similarities = new HashMap<>();
        truth.forEach(
                pair -> similarities.put(TextIndex.key(pair.a(), pair.b()), pair.similarity()));
        found.forEach((key, score) -> {
            assertTrue("found a pair that is none", similarities.containsKey(key));
            assertEquals(similarities.get(key).floatValue(), score, 0);
        });
        Recall all = new Recall(BANDING);
        Recall distinct = new Recall(BANDING);
        Set<Long> seen = new HashSet<>();
        for (Pair pair : truth) {
            boolean isFound = found.containsKey(TextIndex.key(pair.a(), pair.b()));
            assertTrue("same text, not found", isFound || pair.similarity() < 1);
            all.add(pair, isFound);
            if (pair.similarity() < 1 && seen.add(setKey(pair))) {
                distinct.add(pair, isFound);
            }
        }
        report("all pairs: " + all);
        report("pairs of different texts, each set once: " + distinct);
        assertEquals(found.size(), all.pairs() - all.missed());
        assertTrue(all.toString(), all.found() >= 0.99);
        assertTrue(distinct.toString(), distinct.sigmas() <= MAX_SIGMAS);
    }

    private static void assertEstimatesWithoutBias(TextIndex index, SignatureFormat format)
            throws IOException {
        double accident = format.accident();
        Map<Long, Float> estimates = index.ask(false, 0.05);
        Set<Long> seen = new HashSet<>();
        double sum = 0;
        double squares = 0;
        double variances = 0;
        int pairs = 0;
        for (Pair pair : truth) {
            Float estimate = estimates.get(TextIndex.key(pair.a(), pair.b()));
            if (estimate == null || pair.similarity() == 1 || seen.add(setKey(pair)) == false) {
                continue;
            }
            double error = estimate - pair.similarity();
            sum += error;
            squares += error * error;
            variances += (1 - pair.similarity())
                    * (pair.similarity() + accident / (1 - accident)) / HASH_COUNT;
            pairs++;
        }
        double mean = sum / pairs;
        double rms = Math.sqrt(squares / pairs);
        double bound = Math.sqrt(variances / pairs);
        String figures = String.format(
                Locale.ROOT, "signature: %d pairs, mean error %.5f, RMS %.5f, of MinHash %.5f",
                pairs, mean, rms, bound);
        report(figures);
        assertTrue(figures, pairs > 500);
        assertEquals(figures, 0, mean, 0.01);
        assertTrue(figures, rms <= MAX_RMS * bound);
        assertTrue(figures, rms >= 0.5 * bound);
    }

    private static long setKey(Pair pair) {
        return TextIndex.key(firstOfSet[pair.a()], firstOfSet[pair.b()]);
    }

    private static void report(String figures) {
        System.out.println("Reuters, " + figures);
    }
}
