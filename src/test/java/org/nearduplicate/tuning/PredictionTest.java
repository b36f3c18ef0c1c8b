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
 * of independent coins. By Bernstein's inequality that is off by t = L/3 + √(L²/9 + 2σ²L) with a
 * probability of at most 2·exp(−L), so that of 25 settings one is further off in one of 10⁷ runs at most.
 */
public class PredictionTest extends LuceneTestCase {

    private static final int PAIRS = 3_000;
    private static final double L = Math.log(2 * 25 * 1e7);

    public void testMeasuredRecallIsThatOfTheCurve() {
        ParameterGrid grid = Samples.grid(
                ShingleUnit.WORD, List.of(1), HashFunction.XXH3, SketchAlgorithm.MINHASH,
                List.of(64, 128), new BandLists(List.of(), List.of(), 0.99), List.of(0.5, 0.7));
        Tuning tuning = Samples.run(pairs(random()), grid);
        List<SettingResult> rows =
                tuning.rows().stream().filter(row -> row.origin().isTried()).toList();
        assertEquals(25, rows.size());

        for (SettingResult row : rows) {
            PairFigures bands = row.pairs();
            long pairs = row.pairs().toFind();
            double sigma = bands.standardError() * pairs;
            assertTrue(bands.standardError() < 0.02);
            assertEquals(
                    row.setting().toString(),
                    bands.predictedRecall(),
                    bands.recall(),
                    (L / 3 + Math.sqrt(L * L / 9 + 2 * sigma * sigma * L)) / pairs);
        }
    }

    public void testConnectedPairsCountAsOne() {
        List<List<String>> sample = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sample.add(List.of("a b c d e f g h i w" + i));
        }
        sample.add(List.of("r s t u v w x y z r1"));
        sample.add(List.of("r s t u v w x y z r2"));
        double similarity = 9 / 11.0;
        ParameterGrid grid = Samples.grid(
                ShingleUnit.WORD, List.of(1), HashFunction.XXH3, SketchAlgorithm.MINHASH,
                List.of(16), new BandLists(List.of(4), List.of(2), 0.99), List.of(similarity));
        SettingResult row = Samples.run(sample, grid).rows().getFirst();

        // Four bands of two rows, which are equal by accident too, in 12 and 9 bits.
        double band =
                (similarity + (1 - similarity) / 4096) * (similarity + (1 - similarity) / 512);
        double probability = 1 - Math.pow(1 - band, 4);
        double deviation = Math.sqrt(probability * (1 - probability));
        assertEquals(16, row.pairs().toFind());
        assertEquals(
                Math.sqrt(15 * 15 + 1) * deviation / 16, row.pairs().standardError(), 1e-12);
    }

    /** Pairs of texts of similarities from .44 to .8, where curves are steep. */
    private static List<List<String>> pairs(Random random) {
        List<List<String>> sample = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            int common = 20 + random.nextInt(60);
            int different = common / 4 + random.nextInt(common);
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
