package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/**
 * Measures incremental runs for all groups of an index into a destination against full ones, over HTTP: one document in
 * a hundred, or in a thousand, is added, changed or deleted before each. Prints a table for {@code docs/performance.md}.
 *
 * <p>{@link Settings} lists the system properties; the index has the first number of {@code benchmark.documents}. Fails
 * if a run finds other groups than a full one, or is not incremental, never for being slow.
 */
public final class IncrementBenchmark {

    private static final String DESTINATION = "groups";
    private static final int[] CHANGED_ONE_IN = {100, 1_000};
    private static final double NANOS = 1e9;
    private static final double MEGA = 1e6;

    private final Server server;
    private final Corpus corpus;
    private final Corpus others;
    private final Random random;
    private final MarkdownTable table = new MarkdownTable(
            "run", "seconds", "to the full run", "documents changed", "groups replaced",
            "charged, MB");
    private int next;

    private IncrementBenchmark(Server server, Corpus corpus, long seed) {
        this.server = server;
        this.corpus = corpus;
        this.others = Corpus.ofNews(seed + 1, corpus.size());
        this.random = new Random(seed);
        this.next = corpus.size();
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
        try (ServerCluster cluster = Server.start(out);
                RestCalls rest = RestCalls.to(List.of(cluster.nodes().getFirst().address()))) {
            Server server = new Server(rest);
            Corpus corpus = Corpus.ofNews(settings.seed(), settings.documents()[0]);
            PlantedIndex index = new PlantedIndex(server, corpus);
            out.println("Filling the index");
            index.fill();
            IncrementBenchmark benchmark = new IncrementBenchmark(server, corpus, settings.seed());
            Answer first = benchmark.groups(true);
            for (int i = 0; i < settings.repetitions(); i++) {
                benchmark.compare(CHANGED_ONE_IN);
            }
            out.println();
            out.println(settings.describe());
            out.println(server.describe());
            out.println(index.describe() + ", " + first.at("counts", "groups") + " groups");
            out.println("Kept: " + benchmark.kept());
            out.println();
            out.println(benchmark.table);
        }
    }

    /** Measures an incremental run after each number of changes, and then a full one. */
    private void compare(int... changedOneIn) throws IOException {
        List<Increment> increments = new ArrayList<>();
        for (int oneIn : changedOneIn) {
            change(corpus.size() / oneIn);
            increments.add(increment("incremental, one in " + oneIn));
        }
        long start = System.nanoTime();
        Answer full = groups(false);
        double seconds = (System.nanoTime() - start) / NANOS;
        check(increments.getLast().answer, full, "groups");
        check(increments.getLast().answer, full, "documents", "in_groups");
        table.row("full", seconds, 1.0, "", "", "");
        for (Increment increment : increments) {
            table.row(
                    increment.name, increment.seconds, increment.seconds / seconds,
                    increment.answer.at("incremental", "documents", "changed"),
                    increment.answer.at("incremental", "groups", "replaced"), increment.charged);
        }
    }

    private record Increment(String name, double seconds, double charged, Answer answer) {}

    private Increment increment(String name) throws IOException {
        try (NodeUsage usage = new NodeUsage(server)) {
            long start = System.nanoTime();
            Answer answer = groups(true);
            double seconds = (System.nanoTime() - start) / NANOS;
            if (answer.at("incremental", "performed").equals(true) == false) {
                throw new IllegalStateException(answer.text());
            }
            return new Increment(
                    name, seconds, usage.soFar().getFirst().charged() / MEGA, answer);
        }
    }

    private static void check(Answer increment, Answer full, String... path) throws IOException {
        Map<?, ?> counts = (Map<?, ?>) increment.at("counts");
        Map<?, ?> all = (Map<?, ?>) full.at("counts");
        Object found = counts;
        Object expected = all;
        for (String step : path) {
            found = ((Map<?, ?>) found).get(step);
            expected = ((Map<?, ?>) expected).get(step);
        }
        if (found.equals(expected) == false) {
            throw new IllegalStateException(found + " " + List.of(path) + ", not " + expected);
        }
    }

    /** A full run has a destination of its own, so that the other one can be continued. */
    private Answer groups(boolean incremental) throws IOException {
        Map<String, Object> body = new HashMap<>(
                Map.of(
                        "field", PlantedIndex.FIELD, "size", 0, "dest",
                        Map.of("index", incremental ? DESTINATION : DESTINATION + "-full")));
        if (incremental) {
            body.put("incremental", true);
        }
        return server.call("POST", "/" + PlantedIndex.NAME + "/_near_duplicate/groups", body);
    }

    private Object kept() throws IOException {
        return server.call("GET", "/" + DESTINATION + "/_doc/run?_source_excludes=kept.shards")
                .at("_source", "kept");
    }

    /** A quarter each of the changes are new documents like others, other new ones, changed and deleted ones. */
    private void change(int changes) throws IOException {
        for (int from = 0; from < changes; from += Bulk.DOCUMENTS) {
            StringBuilder lines = new StringBuilder();
            for (int i = from; i < Math.min(changes, from + Bulk.DOCUMENTS); i++) {
                int document = random.nextInt(corpus.size());
                switch (i % 4) {
                    case 0 -> lines.append(
                            Json.of(Map.of("delete", Map.of("_id", Integer.toString(document)))))
                            .append('\n');
                    case 1 -> index(lines, document, corpus.text(document));
                    case 2 -> index(lines, next++, corpus.text(document));
                    default -> index(lines, next++, others.text(next % others.size()));
                }
            }
            server.bulk(PlantedIndex.NAME, lines.toString());
        }
        server.call("POST", "/" + PlantedIndex.NAME + "/_refresh");
    }

    private void index(StringBuilder lines, int id, String like) {
        String text = like.replaceFirst(" \\S+ ", " x" + id + " ");
        lines.append(Json.of(Map.of("index", Map.of("_id", Integer.toString(id))))).append('\n');
        lines.append(Json.of(Map.of(Bulk.TEXT, text, Bulk.PART, Bulk.part(id)))).append('\n');
    }
}
