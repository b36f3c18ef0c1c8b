package org.nearduplicate.benchmark;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.nearduplicate.benchmark.index.Texts;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the measurements that set ours beside others, each in processes of its own, and prints tables for
 * {@code docs/internals/performance.md}.
 */
public final class SideBySide {

    private static final int FORKS = 2;
    private static final int WARM_UPS = 3;

    private SideBySide() {}

    /**
     * Runs the measurements that {@code benchmark.include} selects, a regular expression.
     *
     * @param args none
     * @throws RunnerException if one fails
     */
    public static void main(String[] args) throws RunnerException {
        Settings settings = Settings.read();
        Options options = new OptionsBuilder()
                .include(System.getProperty("benchmark.include", ".*"))
                .forks(FORKS)
                .warmupIterations(WARM_UPS)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(settings.repetitions())
                .measurementTime(TimeValue.seconds(1))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .param("texts", availableTexts())
                .param("documents", documents(settings))
                .build();
        Collection<RunResult> results = new Runner(options).run();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println();
        out.println(settings.describe());
        Comparison.of(results).forEach(comparison -> comparison.print(out));
    }

    private static String[] documents(Settings settings) {
        return IntStream.of(settings.documents()).mapToObj(Integer::toString)
                .toArray(String[]::new);
    }

    /** Texts that are not on this machine are left out of all measurements that have this parameter. */
    private static String[] availableTexts() {
        return Stream.of(Texts.values()).filter(Texts::available).map(Texts::name)
                .toArray(String[]::new);
    }
}
