package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.job.ScopedMonitor;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.tuning.SettingResult.Origin;

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
    private final List<Tuning.Truth> truths = new ArrayList<>();
    private final List<Tuning.PassageFigures> passageFigures = new ArrayList<>();
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
        this.plan = plan(grid, fields);
        this.analyzers = analyzers;
        this.objective = objective;
        this.monitor = monitor;
    }

    /**
     * Returns every setting that is measured: those of a grid, and for comparison the default mapping for the same pairs,
     * and the present fields for each similarity of the grid. These come last of all that have the same sketches. Of
     * settings whose queries do the same, the first stands for all.
     */
    static Map<Setting, Origin> plan(ParameterGrid grid, Map<String, Setting> fields) {
        Map<Setting, Origin> settings = new LinkedHashMap<>();
        Map<Object, Setting> measured = new HashMap<>();
        BiConsumer<Setting, Origin> add = (setting, origin) -> settings.merge(
                measured.computeIfAbsent(
                        List.of(setting.analyzer(), setting.scheme(), setting.bands().lookup()),
                        none -> setting),
                origin, Origin::and);
        grid.settings().forEach(setting -> add.accept(setting, Origin.TRIED));
        settings.keySet().stream().map(Setting::wanted).distinct().toList()
                .forEach(wanted -> addDefault(wanted, add));
        fields.forEach(
                (name, field) -> grid.similarities().forEach(
                        similarity -> add.accept(field.from(similarity), Origin.of(name))));
        return settings;
    }

    /** Adds none if no bands within the default hashes find the pairs. */
    private static void addDefault(Setting.WantedPairs wanted, BiConsumer<Setting, Origin> add) {
        Scheme scheme = wanted.shingles().byDefault();
        CurveGoal goal = CurveGoal.find(wanted.similarity(), Parameters.RECALL.defaultValue());
        BandChoice.choices(goal, BandRows.MOST, scheme.hashCount())
                .findFirst()
                .map(bands -> new Setting(wanted.shingles().analyzer(), scheme, bands))
                .ifPresent(setting -> add.accept(setting, Origin.DEFAULT));
    }

    /** Groups settings or their figures by what they have in common, in their order. */
    static <T, K> Map<K, List<T>> grouped(Collection<T> all, Function<T, K> common) {
        return all.stream()
                .collect(Collectors.groupingBy(common, LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * Runs the job. All of the answer but the times is the same for the same sample and grid.
     *
     * @throws IllegalArgumentException if under some shingle setting that is tried fewer than two documents
     *     have a shingle
     */
    public Tuning run() {
        monitor.measured(0, plan.size());
        grouped(plan.keySet(), Setting::shingles).forEach(this::measure);
        return new Tuning(
                truths, rows, Tuning.front(rows, objective.kind().verify()), passageFigures,
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
            grouped(settings, Setting::sketch).forEach((sketch, same) -> {
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
        grouped(settings, Setting::banding).forEach((banding, ofBands) -> {
            double termBytes = signed.termBytes(banding);
            grouped(ofBands, Setting::taken).forEach((taken, same) -> {
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
