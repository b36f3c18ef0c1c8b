package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.nearduplicate.lucene.BandTermStream;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Prints;

/**
 * Measures every setting of a grid on a sample. What settings have in common is done once: the truth for
 * each shingle setting, the sketches for each sketch setting, the candidates for each banding. Belongs to
 * one thread; runs once.
 */
public final class TuningJob {

    private final List<List<String>> documents;
    private final ParameterGrid grid;
    private final Map<String, Analyzer> analyzers;
    private final PassageGrid passages;
    private final Objective objective;
    private final TuningProgress monitor;
    private final List<Truth> truths = new ArrayList<>();
    private final List<PassageFigures> passageFigures = new ArrayList<>();
    private final Map<Setting, SettingResult> rows = new LinkedHashMap<>();
    private final int total;

    /**
     * Creates a job.
     *
     * @param documents the sample: the texts of each document, one for each value of its field
     * @param grid the settings, at least one
     * @param passages the prints that are tried, or none
     * @param analyzers the analyzers that the grid names
     * @param objective what the best setting is best at
     * @param monitor watches the job
     */
    public TuningJob(
            List<List<String>> documents,
            ParameterGrid grid,
            PassageGrid passages,
            Map<String, Analyzer> analyzers,
            Objective objective,
            TuningProgress monitor) {
        this.documents = documents;
        this.grid = grid;
        this.passages = passages;
        this.analyzers = analyzers;
        this.objective = objective;
        this.monitor = monitor;
        this.total = Math.toIntExact(grid.size());
    }

    /**
     * Runs the job. All of the answer but the times is the same for the same sample and grid.
     *
     * @return the figures of all settings
     * @throws IllegalArgumentException if under some shingle setting fewer than two documents have a
     *     shingle
     */
    public Tuning run() {
        monitor.measured(0, total);
        for (ShingleSetting shingles : grid.shingleSettings()) {
            measure(shingles, analyzers.get(shingles.analyzer()));
        }
        List<SettingResult> results = List.copyOf(rows.values());
        List<Boolean> front = Front.of(results);
        return new Tuning(
                truths, results, front, passageFigures,
                new Recommender(results, passageFigures, objective).recommend());
    }

    private void measure(ShingleSetting shingles, Analyzer analyzer) {
        monitor.comparing(shingles);
        ShingledSample sample = ShingledSample.of(documents, shingles, analyzer, monitor);
        try {
            requirePairs(sample, shingles);
            ExactJoin.Result exact = ExactJoin.run(sample, grid.lowestSimilarity(), monitor);
            truths.add(sample.truth(shingles, exact.histogram()));
            measurePassages(shingles, sample, analyzer);
            try {
                Map<Double, PairsToFind> pairsToFind = pairsToFind(exact.pairs(), sample);
                for (SketchSetting sketch : grid.sketchSettings()) {
                    measure(shingles, sketch, sample, analyzer, exact.pairs(), pairsToFind);
                }
            } finally {
                exact.pairs().release();
            }
        } finally {
            sample.release();
        }
    }

    private void measure(
            ShingleSetting shingles,
            SketchSetting sketch,
            ShingledSample sample,
            Analyzer analyzer,
            ExactPairs exact,
            Map<Double, PairsToFind> pairsToFind) {
        SignedSample signed = SignedSample.of(sample, shingles, sketch, analyzer, monitor);
        try {
            BandedSample banded = new BandedSample(signed, exact, monitor);
            Map<Double, EstimateError> errors = errors(signed, exact);
            grid.similaritiesByBanding(sketch.hashCount()).forEach((banding, similarities) -> {
                List<CandidateTally> tallies = banded.measure(
                        banding, similarities.stream().map(pairsToFind::get).toList());
                SettingCost cost = cost(signed, banding);
                for (CandidateTally tally : tallies) {
                    double similarity = tally.similarity();
                    add(
                            new SettingResult(
                                    new Setting(shingles, sketch, banding, similarity),
                                    tally.counts(),
                                    tally.figures(),
                                    errors.get(similarity),
                                    cost));
                }
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
            errors.put(similarity, EstimateErrors.measure(signed, exact, similarity, monitor));
        }
        return errors;
    }

    private SettingCost cost(SignedSample signed, Banding banding) {
        return new SettingCost(
                signed.format().length(),
                TermIndex.bytesPerDocument(
                        signed.sample(),
                        content -> new BandTermStream(
                                signed.sketch(content).withBanding(banding)),
                        banding.bands(), monitor),
                signed.signingMicros());
    }

    private void add(SettingResult row) {
        rows.put(row.setting(), row);
        monitor.measured(rows.size(), total);
    }

    private static void requirePairs(ShingledSample sample, ShingleSetting shingles) {
        if (sample.documents() < 2) {
            throw new IllegalArgumentException(
                    "the sample must hold at least 2 documents with tokens, got "
                            + sample.documents() + " for [analyzer] [" + shingles.analyzer()
                            + "] and " + sample.withoutShingles() + " without");
        }
    }
}
