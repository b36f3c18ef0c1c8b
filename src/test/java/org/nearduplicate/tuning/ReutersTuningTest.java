package org.nearduplicate.tuning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.lucene.JaccardJoin;
import org.nearduplicate.lucene.ReutersCorpus;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * Real texts: the truth against a join by prefix filtering over shingles as strings, and the measured
 * recall of every setting against the predicted one. Skipped where there is no corpus.
 */
public class ReutersTuningTest extends LuceneTestCase {

    private static final int TEXTS = 4_000;

    /** The sample is the same in every run, and so is its outcome: no run fails by bad luck. */
    private static final long SHUFFLE = 21_578;

    private static final double MAX_SIGMAS = 4;

    private static final int SHINGLE_SIZE = 3;

    public void testMeasuredRecallAndTruth() throws IOException {
        List<String> texts = shuffled().subList(0, TEXTS);
        Tuning tuning = run(
                texts.stream().map(List::of).toList(), List.of(0.5, 0.8),
                List.of(2, SHINGLE_SIZE, 5), List.of(64, 128));
        for (SettingResult row : tuning.rows()) {
            assertWithinTheBoundsOfTheCurve(row);
        }
        JaccardHistogram histogram = tuning.truths()
                .stream()
                .filter(truth -> truth.shingles().size() == SHINGLE_SIZE)
                .findFirst()
                .orElseThrow()
                .histogram();
        assertTruth(texts, histogram);
    }

    /** One pair more or less than the bound, since there are no parts of pairs. */
    private static void assertWithinTheBoundsOfTheCurve(SettingResult row) {
        BandFigures bands = row.bands();
        assertTrue(row.setting().toString(), row.counts().pairs() > 10);
        assertEquals(
                row.setting().toString(),
                bands.predictedRecall(),
                bands.recall(),
                MAX_SIGMAS * bands.standardError() + 1.0 / row.counts().pairs());
    }

    private static void assertTruth(List<String> texts, JaccardHistogram histogram)
            throws IOException {
        long[] expected = new long[JaccardHistogram.BINS];
        for (JaccardJoin.Pair pair : JaccardJoin.of(texts, SHINGLE_SIZE, 0.5).pairs()) {
            expected[JaccardHistogram.bin(pair.similarity())]++;
        }
        for (int bin = JaccardHistogram.bin(0.5); bin < expected.length; bin++) {
            assertEquals("bin " + bin, expected[bin], histogram.count(bin));
        }
    }

    private static List<String> shuffled() throws IOException {
        List<String> bodies = new ArrayList<>(ReutersCorpus.bodies());
        Collections.shuffle(bodies, new Random(SHUFFLE));
        return bodies;
    }

    private static Tuning run(
            List<List<String>> sample,
            List<Double> similarities,
            List<Integer> shingleSizes,
            List<Integer> hashCounts) {
        ParameterGrid grid = new ParameterGrid(
                List.of(NearDuplicateAnalyzer.NAME),
                List.of(ShingleUnit.WORD),
                shingleSizes,
                List.of(HashFunction.XXH3),
                List.of(SketchAlgorithm.FAST_SIMILARITY),
                hashCounts,
                List.of(2),
                new BandLists(List.of(), List.of(), 0.99),
                similarities);
        return new TuningJob(
                sample,
                grid,
                Map.of(),
                PassageGrid.NONE,
                Map.of(NearDuplicateAnalyzer.NAME, new NearDuplicateAnalyzer()),
                new Objective(Objective.Kind.LOWEST_COST, 0.99, null),
                TuningProgress.NONE)
                .run();
    }
}
