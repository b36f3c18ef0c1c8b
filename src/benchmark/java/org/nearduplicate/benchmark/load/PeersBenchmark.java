package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/**
 * Measures what it costs that near duplicates have values in common, are near in time, have texts that are not too short, or
 * passages that do not count: all groups of an index over HTTP, in turns with a run that says nothing of it.
 * Prints a table.
 *
 * <p>The index has the first number of {@code benchmark.documents}, as it was indexed; {@link Settings} lists the system
 * properties. Fails if runs of the same request differ, never for being slow.
 */
public final class PeersBenchmark {

    private static final String INDEX = "peers";
    private static final String TIME = "time";
    private static final int[] VALUES = {10, 1_000, 100_000};
    private static final long SECONDS_PER_YEAR = 31_536_000;
    private static final double NANOS = 1e9;

    private final Server server;
    private final Settings settings;
    private final Corpus corpus;
    private final Map<String, Map<String, ?>> requests = new LinkedHashMap<>();
    private final Map<String, List<Double>> seconds = new LinkedHashMap<>();
    private final Map<String, Object> groups = new HashMap<>();

    private PeersBenchmark(Server server, Settings settings) {
        this.server = server;
        this.settings = settings;
        this.corpus = Corpus.ofNews(settings.seed(), settings.documents()[0]);
        for (String verify : List.of("signature", "exact")) {
            add(verify, "", Map.of());
            for (int values : VALUES) {
                add(verify, ", `same`, " + values + " values", Map.of("same", name(values)));
            }
            add(verify, ", `same`, three fields",
                    Map.of("same", List.of(name(VALUES[0]), name(VALUES[1]), name(VALUES[2]))));
            add(verify, ", `within` 72 hours",
                    Map.of("within", Map.of("field", TIME, "interval", "72h")));
            add(verify, ", `min_shingles` 60", Map.of("min_shingles", 60));
        }
        // Words of the corpus that stand in no document in this order cost what a footer costs.
        List<String> texts = IntStream.rangeClosed(1, 100)
                .mapToObj(i -> String.join(" ", corpus.words(corpus.random(-i), 40)))
                .toList();
        add("exact", ", `ignore`, 40 words", Map.of("ignore", texts.getFirst()));
        add("exact", ", `ignore`, 100 such texts", Map.of("ignore", texts));
    }

    private void add(String verify, String what, Map<String, ?> parameters) {
        Map<String, Object> request = new HashMap<>(parameters);
        request.put("field", PlantedIndex.FIELD);
        request.put("verify", verify);
        requests.put(verify + what, request);
        seconds.put(verify + what, new ArrayList<>());
    }

    private static String name(int values) {
        return "values" + values;
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
            Server server = new Server(rest);
            PeersBenchmark benchmark = new PeersBenchmark(server, settings);
            out.println("Filling the index");
            benchmark.fill();
            out.println("Groups in turns");
            for (int turn = 0; turn <= settings.repetitions(); turn++) {
                benchmark.turn(turn > 0);
            }
            out.println();
            out.println(settings.describe());
            out.println(server.describe());
            out.println();
            benchmark.print(out);
        }
    }

    private void fill() throws IOException {
        Map<String, Object> properties =
                new HashMap<>(Mapping.TEXT_AND_MINHASH.properties());
        for (int values : VALUES) {
            properties.put(name(values), Map.of("type", "keyword"));
        }
        properties.put(TIME, Map.of("type", "date"));
        server.create(INDEX, properties);
        SplittableRandom random = new SplittableRandom(settings.seed());
        for (int from = 0; from < corpus.size(); from += Bulk.DOCUMENTS) {
            StringBuilder lines = new StringBuilder();
            for (int document = from; document < Math.min(
                    from + Bulk.DOCUMENTS, corpus.size()); document++) {
                Map<String, Object> source = new HashMap<>();
                source.put(Bulk.TEXT, corpus.text(document));
                for (int values : VALUES) {
                    source.put(name(values), "value" + random.nextInt(values));
                }
                source.put(
                        TIME,
                        Instant.ofEpochSecond(random.nextLong(SECONDS_PER_YEAR)).toString());
                lines.append("{\"index\":{}}\n").append(Json.of(source)).append('\n');
            }
            server.bulk(INDEX, lines.toString());
        }
        server.settle(INDEX);
        server.checkDocuments(INDEX, corpus.size());
    }

    private void turn(boolean counts) throws IOException {
        for (Map.Entry<String, Map<String, ?>> request : requests.entrySet()) {
            long start = System.nanoTime();
            Answer answer = server.call(
                    "POST", "/" + INDEX + "/_near_duplicate/groups", request.getValue());
            double took = (System.nanoTime() - start) / NANOS;
            Object found = answer.at("counts", "groups");
            Object before = groups.putIfAbsent(request.getKey(), found);
            if (before != null && found.equals(before) == false) {
                throw new IllegalStateException(before + " groups, then " + found);
            }
            if (counts) {
                seconds.get(request.getKey()).add(took);
            }
        }
    }

    private void print(PrintStream out) {
        MarkdownTable table = new MarkdownTable("run", "groups", "seconds", "beside none");
        double without = 1;
        for (Map.Entry<String, List<Double>> run : seconds.entrySet()) {
            Sample sample = Sample.of(run.getValue());
            without = run.getKey().contains(",") ? without : sample.median();
            table.row(
                    run.getKey(), groups.get(run.getKey()), sample, sample.median() / without);
        }
        out.println(table);
    }
}
