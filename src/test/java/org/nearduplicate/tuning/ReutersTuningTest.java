package org.nearduplicate.tuning;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Test;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.lucene.ReutersCorpus;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** Real texts: the measured recall of every setting against the predicted one. Skipped where there is no corpus. */
public class ReutersTuningTest {

    private static final int TEXTS = 4_000;

    /** The sample is the same in every run, and so is its outcome: no run fails by bad luck. */
    private static final long SHUFFLE = 21_578;

    private static final double MAX_SIGMAS = 4;

    /** One pair more or less than the bound, since there are no parts of pairs. */
    @Test
    public void measuredRecallIsWithinTheBoundsOfTheCurve() throws IOException {
        List<String> bodies = new ArrayList<>(ReutersCorpus.bodies());
        Collections.shuffle(bodies, new Random(SHUFFLE));
        ParameterGrid grid = new ParameterGrid(
                List.of(NearDuplicateAnalyzer.NAME), List.of(ShingleUnit.WORD), List.of(2, 3, 5),
                List.of(HashFunction.XXH3), List.of(SketchAlgorithm.FAST_SIMILARITY),
                List.of(64, 128), List.of(2), new BandLists(List.of(), List.of(), 0.99),
                List.of(0.5, 0.8), List.of(), 1);
        Tuning tuning = new TuningJob(
                bodies.subList(0, TEXTS).stream().map(List::of).toList(), grid, Map.of(),
                Map.of(NearDuplicateAnalyzer.NAME, new NearDuplicateAnalyzer()),
                new Objective(Objective.Kind.LOWEST_COST, 0.99, null), new TuningProgress() {})
                .run();
        for (SettingResult row : tuning.rows()) {
            PairFigures bands = row.pairs();
            assertTrue(row.setting().toString(), row.pairs().toFind() > 10);
            assertEquals(
                    row.setting().toString(), bands.predictedRecall(), bands.recall(),
                    MAX_SIGMAS * bands.standardError() + 1.0 / row.pairs().toFind());
        }
    }
}
