package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/**
 * Measures what the doc values and the {@code _source} of other index modes cost: the same texts in an index
 * of each {@link IndexMode}, of one shard, asked the same in turns. Prints a table for {@code
 * docs/internals/performance.md}. Properties are those of {@link LoadBenchmark}. Fails if a mode finds another number
 * than the standard one does.
 */
public final class IndexModesBenchmark {

    private static final int TEXTS = 200;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS = 1e9;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** What was measured of one mode and way, and what was found. */
    private static final class Seen {

        private final List<Double> millis = new ArrayList<>();
        private final List<Double> groupsSeconds = new ArrayList<>();
        private final List<Object> found = new ArrayList<>();
    }

    private final Server server;
    private final Settings settings;
    private final Corpus corpus;
    private final List<Planted> texts;
    private final Map<IndexMode, Map<Way, Seen>> seen = new HashMap<>();

    private IndexModesBenchmark(Server server, Settings settings) {
        this.server = server;
        this.settings = settings;
        this.corpus = Corpus.ofNews(settings.seed(), settings.documents()[0]);
        this.texts = new PlantedIndex(server, corpus).plantedWithTen(TEXTS);
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
            new IndexModesBenchmark(new Server(rest), settings).run(out);
        }
    }

    private void run(PrintStream out) throws IOException {
        for (IndexMode mode : IndexMode.values()) {
            out.println("Filling " + name(mode));
            fill(mode);
            seen.put(mode, new HashMap<>());
        }
        for (int turn = -1; turn < settings.repetitions(); turn++) {
            for (Way way : Way.values()) {
                for (IndexMode mode : IndexMode.values()) {
                    ask(mode, way, turn >= 0);
                }
            }
        }
        out.println(settings.describe());
        out.println(server.describe());
        out.println(table());
    }

    private static String name(IndexMode mode) {
        return "mode-" + mode.name().toLowerCase(Locale.ROOT);
    }

    private void fill(IndexMode mode) throws IOException {
        Map<String, Object> index = new HashMap<>(mode.settings());
        index.put("number_of_shards", 1);
        index.put("number_of_replicas", 0);
        index.put("refresh_interval", -1);
        server.call(
                "PUT", "/" + name(mode),
                Map.of(
                        "settings", Map.of("index", index),
                        "mappings", Map.of("properties", mode.properties())));
        for (int from = 0; from < corpus.size(); from += Bulk.DOCUMENTS) {
            server.bulk(name(mode), lines(from));
        }
        server.settle(name(mode));
        server.checkDocuments(name(mode), corpus.size());
    }

    /** The modes of time series give documents identifiers of their own, so all do. */
    private String lines(int from) {
        StringBuilder lines = new StringBuilder();
        int to = Math.min(from + Bulk.DOCUMENTS, corpus.size());
        for (int document = from; document < to; document++) {
            lines.append("{\"create\":{}}\n");
            lines.append(
                    Json.of(
                            Map.of(
                                    Bulk.TEXT, corpus.text(document),
                                    IndexMode.TIME, START.plusSeconds(document).toString(),
                                    IndexMode.HOST, Bulk.part(document))));
            lines.append('\n');
        }
        return lines.toString();
    }

    private void ask(IndexMode mode, Way way, boolean counts) throws IOException {
        Seen before = seen.get(mode).computeIfAbsent(way, unused -> new Seen());
        List<Object> found = new ArrayList<>();
        for (Planted text : texts) {
            Map<String, ?> query = Map.of(
                    "size", 0, "track_total_hits", true,
                    "query", Map.of("near_duplicate", way.with(Map.of("like", text.text()))));
            long start = System.nanoTime();
            Object hits = server.call("POST", "/" + name(mode) + "/_search", query)
                    .at("hits", "total", "value");
            if (counts) {
                before.millis.add((System.nanoTime() - start) / NANOS_PER_MILLI);
            }
            found.add(hits);
        }
        long start = System.nanoTime();
        Object groups = server.call(
                "POST", "/" + name(mode) + "/_near_duplicate/groups",
                way.with(Map.of("size", 0, "method", "components")))
                .at("counts", "groups");
        if (counts) {
            before.groupsSeconds.add((System.nanoTime() - start) / NANOS);
        }
        found.add(groups);
        before.found.add(found);
        List<Object> standard = seen.get(IndexMode.STANDARD).get(way).found;
        if (standard.getFirst().equals(before.found.getLast()) == false) {
            throw new IllegalStateException(
                    mode + " found " + before.found.getLast() + ", not " + standard.getFirst());
        }
    }

    private MarkdownTable table() throws IOException {
        MarkdownTable table = new MarkdownTable(
                "mode", "MB", "verified by", "query, there are ten, ms", "to standard",
                "groups, s", "to standard");
        for (Way way : Way.values()) {
            Seen standard = seen.get(IndexMode.STANDARD).get(way);
            for (IndexMode mode : IndexMode.values()) {
                Seen own = seen.get(mode).get(way);
                table.row(
                        name(mode),
                        server.statistic(name(mode), "store", "size_in_bytes") >> 20,
                        way,
                        Sample.of(own.millis).median(),
                        ratio(own.millis, standard.millis),
                        Sample.of(own.groupsSeconds).median(),
                        ratio(own.groupsSeconds, standard.groupsSeconds));
            }
        }
        return table;
    }

    private static double ratio(List<Double> own, List<Double> standard) {
        return Sample.of(own).median() / Sample.of(standard).median();
    }
}
