package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.nearduplicate.sketch.ScopedMonitor;

/**
 * Measures every setting of a grid on a sample. What settings have in common is done once: the exact pairs for each
 * shingle setting, the sketches for each sketch setting, the candidates for each number of bands and rows. Not
 * thread-safe. Runs once.
 */
public final class TuningJob {

    private final List<List<String>> documents;
    private final ParameterGrid grid;
    private final Map<Setting, Origin> plan;
    private final Map<String, Analyzer> analyzers;
    private final Objective objective;
    private final TuningProgress monitor;
    private final List<Truth> truths = new ArrayList<>();
    private final List<PassageFigures> passageFigures = new ArrayList<>();
    private final List<SettingResult> rows = new ArrayList<>();

    /**
     * @param documents the sample: the texts of each document, one for each value of its field
     * @param grid the settings that are tried, at least one
     * @param fields the fields that are made from these texts, by name, which are measured too
     * @param analyzers the analyzers that the grid and the fields name
     */
    public TuningJob(
            List<List<String>> documents,
            ParameterGrid grid,
            Map<String, Setting> fields,
            Map<String, Analyzer> analyzers,
            Objective objective,
            TuningProgress monitor) {
        this.documents = documents;
        this.grid = grid;
        this.plan = TuningPlan.of(grid, fields);
        this.analyzers = analyzers;
        this.objective = objective;
        this.monitor = monitor;
    }

    /**
     * Runs the job. All of the answer but the times is the same for the same sample and grid.
     *
     * @throws IllegalArgumentException if under some shingle setting that is tried fewer than two documents
     *     have a shingle
     */
    public Tuning run() {
        monitor.measured(0, plan.size());
        TuningPlan.grouped(plan.keySet(), Setting::shingles).forEach(this::measure);
        return new Tuning(
                truths, rows, Tuning.front(rows, objective.verify()), passageFigures,
                Recommender.recommend(rows, passageFigures, objective));
    }

    private void measure(ShingleSetting shingles, List<Setting> settings) {
        monitor.comparing();
        boolean tried = settings.stream().anyMatch(setting -> plan.get(setting).isTried());
        try (ScopedMonitor ofSample = new ScopedMonitor(monitor)) {
            ShingledSample sample = new ShingledSample(
                    documents, shingles, analyzers.get(shingles.analyzer()), ofSample);
            if (tried) {
                requirePairs(sample);
            } else if (sample.documents() < 2) {
                return;
            }
            ExactPairs exact = compare(sample, tried, ofSample);
            truths.add(exact.truth());
            Map<Double, int[]> components = ofSimilarities(exact::components);
            TuningPlan.grouped(settings, Setting::sketch).forEach((sketch, same) -> {
                try (ScopedMonitor ofSketch = new ScopedMonitor(monitor)) {
                    measure(same, new SignedSample(sample, sketch, ofSketch), exact, components);
                }
            });
        }
    }

    /** Finds the exact pairs, and by the same lists what sampled shingles find if settings of these shingles are tried. */
    private ExactPairs compare(ShingledSample sample, boolean tried, ScopedMonitor ofSample) {
        try (ScopedMonitor ofLists = new ScopedMonitor(monitor)) {
            ShingleLists lists = new ShingleLists(sample, ofLists);
            ExactPairs exact = new ExactPairs(sample, lists, grid.lowestSimilarity(), ofSample);
            if (tried) {
                passageFigures.addAll(PassageTrial.run(sample, lists, grid, ofLists));
            }
            return exact;
        }
    }

    private void measure(
            List<Setting> settings, SignedSample signed, ExactPairs exact,
            Map<Double, int[]> components) {
        Map<Double, SettingResult.EstimateError> errors = ofSimilarities(
                similarity -> signed.estimateError(exact, similarity));
        TuningPlan.grouped(settings, Setting::banding).forEach((banding, ofBands) -> {
            double termBytes = signed.termBytes(banding);
            TuningPlan.grouped(ofBands, Setting::taken).forEach((taken, same) -> {
                List<PairFigures> pairs = signed.measure(
                        banding, taken, exact, same.stream().map(Setting::similarity).toList(),
                        components);
                for (int i = 0; i < same.size(); i++) {
                    Setting setting = same.get(i);
                    rows.add(
                            new SettingResult(
                                    setting, plan.get(setting), pairs.get(i),
                                    errors.get(setting.similarity()), signed.format().length(),
                                    termBytes, signed.signingMicros()));
                    monitor.measured(rows.size(), plan.size());
                }
            });
        });
    }

    private <T> Map<Double, T> ofSimilarities(Function<Double, T> measure) {
        return grid.similarities().stream()
                .collect(Collectors.toMap(Function.identity(), measure));
    }

    private static void requirePairs(ShingledSample sample) {
        if (sample.documents() < 2) {
            throw new IllegalArgumentException(
                    "the sample must hold at least 2 documents with tokens, got "
                            + sample.documents() + " for [analyzer] ["
                            + sample.setting().analyzer() + "] and " + sample.withoutShingles()
                            + " without");
        }
    }
}
