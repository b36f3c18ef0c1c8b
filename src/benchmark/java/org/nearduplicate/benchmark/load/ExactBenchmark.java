package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Clusters;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/**
 * Measures what exactness costs beside estimates, each {@link Way} in turns over HTTP: all groups of planted texts and of edited
 * copies, queries that have ten near duplicates, and queries of several clauses that have the same ten. Prints a table for {@code
 * docs/internals/performance.md}.
 *
 * <p>There is an index of each number of {@code benchmark.documents}; {@link Settings} lists the system properties. Fails for
 * answers that differ from turn to turn, or from stored sets to those made of texts, never for being slow.
 */
public final class ExactBenchmark {

    private static final int EDITED = 120_000;
    private static final int FAMILIES = 300;
    private static final int VERSIONS = 10;
    private static final int FAMILY_WORDS = 500;
    private static final int[] CLAUSES = {1, 2, 5, 10};
    private static final int QUESTIONS = 300;
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private final Server server;
    private final Settings settings;
    private final MarkdownTable table = new MarkdownTable(
            "what", "by signatures", "by stored sets", "to signatures", "from `_source`",
            "to signatures");

    private ExactBenchmark(Server server, Settings settings) {
        this.server = server;
        this.settings = settings;
    }

    /**
     * Runs the benchmark.
     *
     * @param args none
     * @throws IOException if the server cannot be started or reached
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Settings settings = Settings.read();
        try (ServerCluster cluster = Server.start(out); RestCalls rest = cluster.connect()) {
            new ExactBenchmark(new Server(rest), settings).run(out);
        }
    }

    /** Asks in one of the ways, and returns what was found. */
    @FunctionalInterface
    private interface Work {

        Object ask(Way way, int number) throws IOException;
    }

    private void run(PrintStream out) throws IOException {
        for (int documents : settings.documents()) {
            Corpus corpus = Corpus.ofNews(settings.seed(), documents);
            String index = fill("planted-" + documents, documents, corpus::text);
            groups(index, "all groups, s: " + documents + " texts");
            List<Planted> ten = new PlantedIndex(server, corpus).plantedWithTen(QUESTIONS);
            queries(
                    "ten near duplicates of " + documents + " texts, ms", ten.size(),
                    (way, number) -> search(
                            index, near(way, ten.get(number).text())));
        }
        Corpus strangers =
                new Corpus(settings.seed(), Corpus.MEDIAN_WORDS, new Clusters(EDITED, 0));
        groups(
                fill("edited", EDITED, number -> edited(strangers, number)),
                "all groups, s: " + EDITED + " texts, a third of them edited copies");
        Corpus longer = new Corpus(settings.seed(), FAMILY_WORDS, new Clusters(FAMILIES, 0));
        String families = fill(
                "families", FAMILIES * VERSIONS,
                number -> version(longer, number % FAMILIES, number / FAMILIES));
        for (int clauses : CLAUSES) {
            queries(
                    clauses + " clauses over the same ten texts, ms", FAMILIES,
                    (way, number) -> search(
                            families,
                            Map.of(
                                    "bool",
                                    Map.of(
                                            "should",
                                            IntStream.range(0, clauses)
                                                    .mapToObj(
                                                            version -> near(
                                                                    way,
                                                                    version(
                                                                            longer, number,
                                                                            version)))
                                                    .toList()))));
        }
        out.println();
        out.println(settings.describe());
        out.println(server.describe());
        out.println();
        out.println(table);
    }

    private String fill(String index, int documents, IntFunction<String> texts)
            throws IOException {
        server.create(index, Way.properties());
        for (int from = 0; from < documents; from += Bulk.DOCUMENTS) {
            server.bulk(
                    index, Bulk.of(from, Math.min(from + Bulk.DOCUMENTS, documents), texts));
        }
        server.settle(index);
        server.checkDocuments(index, documents);
        return index;
    }

    /** Every third text is the one before with one word in forty changed. */
    private static String edited(Corpus strangers, int number) {
        return number % 3 == 2
                ? changed(strangers.text(number - 1), strangers.random(-number))
                : strangers.text(number);
    }

    private static String version(Corpus corpus, int family, int version) {
        String text = corpus.text(family);
        return version == 0
                ? text
                : changed(text, corpus.random(-1L - family * VERSIONS - version));
    }

    private static String changed(String text, SplittableRandom random) {
        String[] words = text.split(" ");
        for (int i = 0; i <= words.length / 40; i++) {
            words[random.nextInt(words.length)] = "edit" + random.nextInt(1 << 20);
        }
        return String.join(" ", words);
    }

    private static Map<String, ?> near(Way way, String text) {
        return Map.of("near_duplicate", way.with(Map.of("like", text)));
    }

    private Object search(String index, Map<String, ?> query) throws IOException {
        return server.call(
                "POST", "/" + index + "/_search",
                Map.of("query", query, "_source", false)).at("hits", "total", "value");
    }

    private void groups(String index, String title) throws IOException {
        measure(
                title, 1, settings.repetitions(), 1,
                (way, number) -> server.call(
                        "POST", "/" + index + "/_near_duplicate/groups",
                        way.with(Map.of())).at("counts", "groups"));
    }

    private void queries(String title, int count, Work work) throws IOException {
        measure(title, count, 3 * settings.repetitions(), MILLIS, work);
    }

    /** A third as many turns, and one at least, come before and are not counted. */
    private void measure(String title, int count, int turns, double unit, Work work)
            throws IOException {
        Map<Way, List<Double>> seconds = new LinkedHashMap<>();
        Map<Way, List<Object>> found = new HashMap<>();
        for (int turn = -Math.max(1, turns / 3); turn < turns; turn++) {
            Map<Way, List<Object>> now = new HashMap<>();
            for (int number = 0; number < count; number++) {
                for (Way way : Way.values()) {
                    long start = System.nanoTime();
                    Object answer = work.ask(way, number);
                    double taken = (System.nanoTime() - start) / NANOS * unit;
                    now.computeIfAbsent(way, unused -> new ArrayList<>()).add(answer);
                    if (turn >= 0) {
                        seconds.computeIfAbsent(way, unused -> new ArrayList<>()).add(taken);
                    }
                }
            }
            if (found.isEmpty() == false && found.equals(now) == false) {
                throw new IllegalStateException(title + ": found " + found + ", then " + now);
            }
            if (now.get(Way.SOURCE).equals(now.get(Way.STORED_SETS)) == false) {
                throw new IllegalStateException(title + ": " + now);
            }
            found = now;
        }
        table.row(
                title, Sample.of(seconds.get(Way.SIGNATURE)),
                Sample.of(seconds.get(Way.STORED_SETS)), ratio(seconds, Way.STORED_SETS),
                Sample.of(seconds.get(Way.SOURCE)), ratio(seconds, Way.SOURCE));
    }

    /** Returns how many times as long as by signatures it took just before. */
    private static Sample ratio(Map<Way, List<Double>> seconds, Way way) {
        List<Double> signature = seconds.get(Way.SIGNATURE);
        List<Double> own = seconds.get(way);
        return new Sample(
                IntStream.range(0, own.size())
                        .mapToDouble(i -> own.get(i) / signature.get(i))
                        .toArray());
    }
}
