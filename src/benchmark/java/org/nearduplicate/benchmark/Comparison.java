package org.nearduplicate.benchmark;

import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/**
 * The results of one class of measurements, side by side: its method {@value #OURS} and what that is
 * compared with, for each combination of parameters. Immutable.
 *
 * @param name the class
 * @param results all of its results
 */
record Comparison(String name, List<RunResult> results) {

    private static final String OURS = "ours";
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /** Sorts results by their classes. */
    static List<Comparison> of(Collection<RunResult> results) {
        return results.stream()
                .collect(
                        Collectors.groupingBy(
                                Comparison::className, LinkedHashMap::new, Collectors.toList()))
                .entrySet().stream()
                .map(entry -> new Comparison(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Prints a table. */
    void print(PrintStream out) {
        Map<String, Double> ours = results.stream()
                .filter(result -> method(result).startsWith(OURS))
                .collect(
                        Collectors.toMap(
                                result -> key(result), result -> time(result).median(),
                                Math::min));
        String unit = results.getFirst().getPrimaryResult().getScoreUnit();
        MarkdownTable table = new MarkdownTable(
                "parameters", "what", unit, "it to ours", "ours to it", "bytes allocated");
        for (RunResult result : results) {
            Sample time = time(result);
            Double own = ours.get(key(result));
            table.row(
                    key(result), method(result), time,
                    own == null ? "" : time.median() / own,
                    own == null ? "" : own / time.median(),
                    Math.round(result.getSecondaryResults().get(ALLOCATED).getScore()));
        }
        out.println();
        out.println(name);
        out.println();
        out.println(table);
    }

    private static Sample time(RunResult result) {
        return new Sample(
                result.getBenchmarkResults().stream()
                        .map(BenchmarkResult::getIterationResults)
                        .flatMap(Collection::stream)
                        .map(IterationResult::getPrimaryResult)
                        .mapToDouble(iteration -> iteration.getScore())
                        .toArray());
    }

    private static String key(RunResult result) {
        BenchmarkParams params = result.getParams();
        return params.getParamsKeys().stream()
                .map(key -> key + " " + params.getParam(key))
                .collect(Collectors.joining(", "));
    }

    private static String className(RunResult result) {
        String benchmark = result.getParams().getBenchmark();
        String method = benchmark.substring(0, benchmark.lastIndexOf('.'));
        return method.substring(method.lastIndexOf('.') + 1);
    }

    private static String method(RunResult result) {
        String benchmark = result.getParams().getBenchmark();
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }
}
