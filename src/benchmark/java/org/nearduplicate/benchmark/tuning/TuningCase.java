package org.nearduplicate.benchmark.tuning;

import java.util.List;
import java.util.Map;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.benchmark.CpuClock;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.tuning.BandLists;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.ParameterGrid;
import org.nearduplicate.tuning.TuningJob;
import org.nearduplicate.tuning.TuningProgress;

/** One search: some 130 settings, of two ways of shingling. Measures itself; runs once. */
final class TuningCase implements TuningProgress {

    private static final ParameterGrid GRID = new ParameterGrid(
            List.of(NearDuplicateAnalyzer.NAME),
            List.of(ShingleUnit.WORD),
            List.of(2, 3),
            List.of(HashFunction.XXH3),
            List.of(Parameters.SKETCH.defaultValue()),
            List.of(96, 192, 384),
            List.of(Parameters.SIGNATURE_BITS.defaultValue()),
            new BandLists(List.of(), List.of(), 0.99),
            List.of(0.5, 0.7, 0.8),
            List.of(),
            50);

    private final String name;
    private final List<List<String>> sample;
    private long reserved;
    private long mostReserved;
    private long comparing;
    private long compared;
    private boolean measuring = true;

    TuningCase(String name, List<String> texts) {
        this.name = name;
        this.sample = texts.stream().map(List::of).toList();
    }

    /** Runs the search, and adds its row. */
    void addTo(MarkdownTable table) {
        double seconds = run();
        table.row(
                name, sample.size(), GRID.size(), compared / 1e9, seconds,
                1000 * seconds / GRID.size(), mostReserved / (double) (1 << 20));
    }

    /** Runs the search, and returns its seconds of processor time. */
    double run() {
        long start = CpuClock.nanos();
        new TuningJob(
                sample,
                GRID,
                Map.of(),
                Map.of(NearDuplicateAnalyzer.NAME, new NearDuplicateAnalyzer()),
                new Objective(Objective.Kind.LOWEST_COST, 0.99, null),
                this)
                .run();
        return (CpuClock.nanos() - start) / 1e9;
    }

    @Override
    public void reserve(long bytes) {
        reserved += bytes;
        mostReserved = Math.max(mostReserved, reserved);
    }

    @Override
    public void comparing() {
        comparing = CpuClock.nanos();
        measuring = false;
    }

    /** The first setting ends what is done for all of them, and is counted with it. */
    @Override
    public void measured(int settings, int total) {
        if (measuring == false) {
            compared += CpuClock.nanos() - comparing;
            measuring = true;
        }
    }
}
