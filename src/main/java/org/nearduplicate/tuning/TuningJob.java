package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.nearduplicate.sketch.BandTerms;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Prints;

/**
 * Measures every setting of a grid on a sample. What settings have in common is done once: the truth for
 * each shingle setting, the sketches for each sketch setting, the candidates for each number of bands and rows. Belongs to
 * one thread; runs once.
 */
public final class TuningJob {

    private final List<List<String>> documents;
    private final ParameterGrid grid;
    private final TuningPlan plan;
    private final Map<String, Analyzer> analyzers;
    private final PassageGrid passages;
    private final Objective objective;
    private final TuningProgress monitor;
    private final List<Truth> truths = new ArrayList<>();
    private final List<PassageFigures> passageFigures = new ArrayList<>();
    private final List<SettingResult> rows = new ArrayList<>();

    /**
     * Creates a job.
     *
     * @param documents the sample: the texts of each document, one for each value of its field
     * @param grid the settings that are tried, at least one
     * @param fields the fields that are made from these texts, which are measured too
     * @param passages the prints that are tried, or none
     * @param analyzers the analyzers that the grid and the fields name
     * @param objective what the best setting is best at
     * @param monitor watches the job
     */
    public TuningJob(
            List<List<String>> documents,
            ParameterGrid grid,
            List<PresentField> fields,
            PassageGrid passages,
            Map<String, Analyzer> analyzers,
            Objective objective,
            TuningProgress monitor) {
        this.documents = documents;
        this.grid = grid;
        this.plan = TuningPlan.of(grid, fields);
        this.passages = passages;
        this.analyzers = analyzers;
        this.objective = objective;
        this.monitor = monitor;
    }

    /**
     * Runs the job. All of the answer but the times is the same for the same sample and grid.
     *
     * @return the figures of all settings
     * @throws IllegalArgumentException if under some shingle setting that is tried fewer than two documents
     *     have a shingle
     */
    public Tuning run() {
        monitor.measured(0, plan.settings().size());
        TuningPlan.grouped(plan.settings().keySet(), Setting::shingles).forEach(this::measure);
        return new Tuning(
                truths, rows, Front.of(rows, objective.verify()), passageFigures,
                Recommender.recommend(rows, passageFigures, objective));
    }

    private void measure(ShingleSetting shingles, List<Setting> settings) {
        monitor.comparing(shingles);
        Analyzer analyzer = analyzers.get(shingles.analyzer());
        ShingledSample sample = ShingledSample.of(documents, shingles, analyzer, monitor);
        try {
            if (plan.tries(settings)) {
                requirePairs(sample, shingles);
                measurePassages(shingles, sample, analyzer);
            } else if (hasPairs(sample) == false) {
                return;
            }
            ExactJoin.Result exact = ExactJoin.run(sample, grid.lowestSimilarity(), monitor);
            truths.add(sample.truth(shingles, exact.histogram()));
            try {
                Map<Double, PairsToFind> pairsToFind = pairsToFind(exact.pairs(), sample);
                TuningPlan.grouped(settings, Setting::sketch)
                        .forEach(
                                (sketch, same) -> measure(
                                        same,
                                        SignedSample.of(sample, shingles, sketch, analyzer,
                                                monitor),
                                        exact.pairs(),
                                        pairsToFind));
            } finally {
                exact.pairs().release();
            }
        } finally {
            sample.release();
        }
    }

    private void measure(
            List<Setting> settings,
            SignedSample signed,
            ExactPairs exact,
            Map<Double, PairsToFind> pairsToFind) {
        try {
            BandedSample banded = new BandedSample(signed, exact, monitor);
            Map<Double, EstimateError> errors = errors(signed, exact);
            TuningPlan.grouped(settings, Setting::banding).forEach((banding, ofBands) -> {
                double termBytes = termBytes(signed, banding);
                TuningPlan.grouped(ofBands, Setting::taken).forEach((taken, same) -> {
                    List<CandidateTally> tallies = banded.measure(
                            banding, taken,
                            same.stream().map(setting -> pairsToFind.get(setting.similarity()))
                                    .toList());
                    for (int i = 0; i < same.size(); i++) {
                        add(
                                same.get(i), tallies.get(i), errors.get(same.get(i).similarity()),
                                new SettingCost(
                                        signed.format().length(), termBytes,
                                        tallies.get(i).textsRead(), signed.signingMicros()));
                    }
                });
            });
        } finally {
            signed.release();
        }
    }

    private void measurePassages(
            ShingleSetting shingles, ShingledSample sample, Analyzer analyzer) {
        Map<Prints, PrintCensus> census = new HashMap<>();
        for (int oneIn : passages.prints()) {
            Prints prints = new Prints(oneIn);
            census.put(prints, PrintCensus.of(sample, prints, monitor));
        }
        PassageTrial.run(
                sample, ShingledSample.sketcher(shingles, analyzer), passages,
                grid.similarities(), monitor)
                .forEach(
                        tally -> passageFigures.add(
                                tally.figures(shingles, census.get(tally.prints()))));
    }

    private Map<Double, PairsToFind> pairsToFind(ExactPairs exact, ShingledSample sample) {
        Map<Double, PairsToFind> pairsToFind = new HashMap<>();
        for (double similarity : grid.similarities()) {
            pairsToFind.put(similarity, PairsToFind.of(exact, sample.contents(), similarity));
        }
        return pairsToFind;
    }

    private Map<Double, EstimateError> errors(SignedSample signed, ExactPairs exact) {
        Map<Double, EstimateError> errors = new HashMap<>();
        for (double similarity : grid.similarities()) {
            errors.put(similarity, EstimateError.measure(signed, exact, similarity, monitor));
        }
        return errors;
    }

    private double termBytes(SignedSample signed, Banding banding) {
        BandTerms terms = new BandTerms(signed.scheme(banding));
        return TermIndex.bytesPerDocument(
                signed.sample(), content -> terms.keys(signed.sketch(content)), banding.bands(),
                monitor);
    }

    private void add(
            Setting setting, CandidateTally tally, EstimateError error, SettingCost cost) {
        rows.add(
                new SettingResult(
                        setting, plan.settings().get(setting), tally.counts(), tally.figures(),
                        error, cost));
        monitor.measured(rows.size(), plan.settings().size());
    }

    private static boolean hasPairs(ShingledSample sample) {
        return sample.documents() > 1;
    }

    private static void requirePairs(ShingledSample sample, ShingleSetting shingles) {
        if (hasPairs(sample) == false) {
            throw new IllegalArgumentException(
                    "the sample must hold at least 2 documents with tokens, got "
                            + sample.documents() + " for [analyzer] [" + shingles.analyzer()
                            + "] and " + sample.withoutShingles() + " without");
        }
    }
}
