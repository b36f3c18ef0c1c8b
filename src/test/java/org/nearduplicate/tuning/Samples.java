package org.nearduplicate.tuning;

import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** Runs searches on samples of which tokens are what is between spaces. */
public final class Samples {

    static final String WHITESPACE = "whitespace";

    private Samples() {}

    /** Returns the setting of a mapping that says nothing of sketches. */
    public static Setting byDefault(ShingleSetting shingles, BandChoice bands) {
        return new Setting(shingles.analyzer(), shingles.byDefault(), bands);
    }

    static ParameterGrid grid(
            ShingleUnit unit,
            List<Integer> shingleSizes,
            HashFunction hashFunction,
            SketchAlgorithm algorithm,
            List<Integer> hashCounts,
            BandLists bandLists,
            List<Double> similarities) {
        return new ParameterGrid(
                List.of(WHITESPACE), List.of(unit), shingleSizes, List.of(hashFunction),
                List.of(algorithm), hashCounts, List.of(8), bandLists, similarities, List.of(), 1);
    }

    static Tuning run(List<List<String>> sample, ParameterGrid grid) {
        return run(sample, grid, Map.of(), new TuningProgress() {});
    }

    static Tuning run(
            List<List<String>> sample, ParameterGrid grid, Map<String, Setting> fields,
            TuningProgress monitor) {
        return new TuningJob(
                sample, grid, fields, Map.of(WHITESPACE, new WhitespaceAnalyzer()),
                new Objective(Objective.Kind.LOWEST_COST, 0.99, null), monitor)
                .run();
    }
}
