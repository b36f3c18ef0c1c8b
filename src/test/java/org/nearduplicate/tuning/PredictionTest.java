package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * The recall that the S-curve predicts for a sample, against the measured one. With independent hash
 * functions and pairs of texts that have no word in common with others, the number of pairs found is a sum
 * of independent coins, so their standard error is exact. 27 settings within 4.5 standard errors each: by
 * chance one is outside in one of 5,000 runs.
 */
public class PredictionTest extends LuceneTestCase {

    private static final int PAIRS = 1_500;
    private static final double MAX_SIGMAS = 4.5;

    public void testMeasuredRecallIsThatOfTheCurve() {
        ParameterGrid grid = Samples.grid(
                ShingleUnit.WORD, List.of(1), HashFunction.XXH3, SketchAlgorithm.MINHASH,
                List.of(64, 128), new BandLists(List.of(), List.of()), List.of(0.5, 0.7));
        Tuning tuning = Samples.run(pairs(random()), grid);

        for (SettingResult row : tuning.rows()) {
            BandFigures bands = row.bands();
            assertTrue(bands.standardError() < 0.02);
            assertEquals(
                    row.setting().toString(),
                    bands.predictedRecall(),
                    bands.recall(),
                    MAX_SIGMAS * bands.standardError() + 1.0 / row.counts().pairs());
        }
    }

    public void testPairsThatHangTogetherCountAsOne() {
        List<List<String>> sample = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sample.add(List.of("a b c d e f g h i w" + i));
        }
        sample.add(List.of("r s t u v w x y z r1"));
        sample.add(List.of("r s t u v w x y z r2"));
        double similarity = 9 / 11.0;
        ParameterGrid grid = Samples.grid(
                ShingleUnit.WORD, List.of(1), HashFunction.XXH3, SketchAlgorithm.MINHASH,
                List.of(16), new BandLists(List.of(4), List.of(4)), List.of(similarity));
        SettingResult row = Samples.run(sample, grid).rows().getFirst();

        double probability = 1 - Math.pow(1 - Math.pow(similarity, 4), 4);
        double deviation = Math.sqrt(probability * (1 - probability));
        assertEquals(16, row.counts().pairs());
        assertEquals(
                Math.sqrt(15 * 15 + 1) * deviation / 16, row.bands().standardError(), 1e-12);
    }

    /** Pairs of texts of similarities from .4 up to 1, exclusively. */
    private static List<List<String>> pairs(Random random) {
        List<List<String>> sample = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            int common = 20 + random.nextInt(60);
            int different = 1 + random.nextInt(common);
            StringBuilder first = new StringBuilder();
            StringBuilder second = new StringBuilder();
            for (int word = 0; word < common + different; word++) {
                String name = pair + "w" + word + " ";
                if (word < common) {
                    first.append(name);
                    second.append(name);
                } else {
                    (word % 2 == 0 ? first : second).append(name);
                }
            }
            sample.add(List.of(first.toString()));
            sample.add(List.of(second.toString()));
        }
        return sample;
    }
}
