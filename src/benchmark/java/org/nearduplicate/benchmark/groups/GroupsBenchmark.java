package org.nearduplicate.benchmark.groups;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Clusters;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.benchmark.corpus.CorpusCheck;

/**
 * Measures all groups of an index: how time and memory grow with the documents, against a bare walk
 * over the same terms, and what hot buckets cost. Prints tables for {@code docs/internals/performance.md}.
 *
 * <p>{@link Settings} lists the system properties. Fails if runs differ, layouts differ, or the corpus
 * is not what it says it is; never for being slow.
 */
public final class GroupsBenchmark {

    private static final int CHECKED_DOCUMENTS = 20_000;

    private GroupsBenchmark() {}

    /**
     * Runs the benchmark.
     *
     * @param args none
     * @throws IOException if an index cannot be written or read
     */
    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Settings settings = Settings.read();
        String corpus = CorpusCheck.run(
                new Corpus(settings.seed(), Corpus.MEDIAN_WORDS,
                        new Clusters(CHECKED_DOCUMENTS, 1)));
        out.println(corpus);
        GroupsSweep sweep = new GroupsSweep(settings, out);
        sweep.run();
        HotCases hotCases = new HotCases(settings, out);
        if (settings.hotDocuments() > 0) {
            hotCases.run();
        }
        out.println();
        out.println(settings.describe());
        out.println();
        sweep.print(out);
        hotCases.print(out);
    }
}
