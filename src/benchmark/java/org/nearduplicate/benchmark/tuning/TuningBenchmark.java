package org.nearduplicate.benchmark.tuning;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Clusters;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.lucene.ReutersCorpus;

/**
 * Measures what a parameter search costs, on news texts and on planted ones, for samples of growing size.
 * Prints a table for {@code docs/internals/performance.md}. Needs the corpus that {@code corpus.reuters} names; fails
 * without it, never for being slow.
 */
public final class TuningBenchmark {

    private static final double PLANTED = 0.2;
    private static final List<Integer> SAMPLES = List.of(1_000, 2_000, 4_000, 8_000);

    private TuningBenchmark() {}

    /**
     * Runs the benchmark.
     *
     * @param args none
     * @throws IOException if the corpus cannot be read
     */
    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Settings settings = Settings.read();
        List<String> news = new ArrayList<>(ReutersCorpus.bodies());
        Collections.shuffle(news, new Random(settings.seed()));
        MarkdownTable table = new MarkdownTable(
                "texts", "sample", "settings", "exact similarities, s", "in all, s",
                "ms per setting", "reserved, MB");
        // The first run is not shown: it has the code compiled.
        new TuningCase("warm-up", news.subList(0, SAMPLES.getFirst())).run();
        for (int size : SAMPLES) {
            new TuningCase("Reuters", news.subList(0, size)).addTo(table);
        }
        for (int size : SAMPLES) {
            Corpus corpus =
                    new Corpus(settings.seed(), Corpus.MEDIAN_WORDS, new Clusters(size, PLANTED));
            List<String> planted = IntStream.range(0, size).mapToObj(corpus::text).toList();
            new TuningCase("planted", planted).addTo(table);
        }
        out.println(table);
    }
}
