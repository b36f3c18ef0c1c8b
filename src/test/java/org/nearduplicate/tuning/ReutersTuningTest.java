package org.nearduplicate.tuning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.lucene.JaccardJoin;
import org.nearduplicate.lucene.NearDuplicateAnalyzer;
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

    /** One pair more or less than the bound, since there are no parts of pairs. */
    public void testMeasuredRecallIsWithinTheBoundsOfTheCurve() throws IOException {
        List<List<String>> sample = new ArrayList<>();
        for (String body : shuffled().subList(0, TEXTS)) {
            sample.add(List.of(body));
        }
        Tuning tuning = run(sample, List.of(0.5, 0.8), List.of(2, 3, 5), List.of(64, 128));

        for (SettingResult row : tuning.rows()) {
            BandFigures bands = row.bands();
            assertTrue(row.setting().toString(), row.counts().pairs() > 10);
            assertEquals(
                    row.setting().toString(),
                    bands.predictedRecall(),
                    bands.recall(),
                    MAX_SIGMAS * bands.standardError() + 1.0 / row.counts().pairs());
        }
    }

    public void testTruth() throws IOException {
        List<List<String>> sample = new ArrayList<>();
        for (String body : ReutersCorpus.bodies()) {
            sample.add(List.of(body));
        }
        Tuning tuning = run(sample, List.of(0.5), List.of(3), List.of(16));
        JaccardHistogram histogram = tuning.truths().getFirst().histogram();
        long[] expected = new long[JaccardHistogram.BINS];
        for (JaccardJoin.Pair pair : ReutersCorpus.join(0.5).pairs()) {
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
                new BandLists(List.of(), List.of()),
                similarities);
        return new TuningJob(
                sample,
                grid,
                PassageGrid.NONE,
                Map.of(NearDuplicateAnalyzer.NAME, new NearDuplicateAnalyzer()),
                new Objective(Objective.Kind.SIGNATURE_F1, 0.99, 0.01),
                TuningProgress.NONE)
                .run();
    }
}
