package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.server.Json;

/**
 * Lets the same documents into a fresh index beside a large one, in turns: as they are, by a pipeline that compares
 * them with what is in both, and by a client that asks before each request. One client sends one request after the other.
 */
final class IngestTurns {

    private static final String LARGE = PlantedIndex.NAME;
    private static final String INCOMING = "incoming";
    private static final String BOTH = LARGE + "," + INCOMING;
    private static final String TAG = "near_duplicate";
    private static final int WARM_UPS = 1;
    private static final double NANOS = 1e9;

    private final Server server;
    private final Corpus corpus;
    private final int before;
    private final int repetitions;
    private final Map<Kind, List<Turn>> turns = new EnumMap<>(Kind.class);

    /**
     * @param corpus what is in the large index, and what comes in
     * @param before the number of documents in the large index
     */
    IngestTurns(Server server, Corpus corpus, int before, int repetitions) {
        this.server = server;
        this.corpus = corpus;
        this.before = before;
        this.repetitions = repetitions;
    }

    /** How documents come in. */
    private enum Kind {

        NONE("no pipeline", null), TAG_THEM("pipeline with `near_duplicate`",
                Map.of()), BY_SIGNATURES(
                        "the same, `verify: signature`", Map.of("verify", "signature")), CLIENT(
                                "a client that asks `_msearch` before each request", null);

        private final String title;
        private final Map<String, ?> options;

        Kind(String title, Map<String, ?> options) {
            this.title = title;
            this.options = options;
        }
    }

    private record Turn(double clock, double processor, long tagged) {}

    /** Fills the large index, and takes all turns. */
    void run() throws IOException {
        server.create(LARGE, properties());
        for (int from = 0; from < before; from += Bulk.DOCUMENTS) {
            server.bulk(LARGE, Bulk.from(corpus, from));
        }
        server.settle(LARGE);
        server.checkDocuments(LARGE, before);
        for (int repetition = -WARM_UPS; repetition < repetitions; repetition++) {
            for (Kind kind : Kind.values()) {
                Turn turn = turn(kind);
                if (repetition >= 0) {
                    turns.computeIfAbsent(kind, unused -> new ArrayList<>()).add(turn);
                }
            }
        }
    }

    private static Map<String, ?> properties() {
        Map<String, Object> properties = new HashMap<>(Mapping.TEXT_AND_MINHASH.properties());
        properties.put(
                TAG,
                Map.of(
                        "properties",
                        Map.of(
                                "of",
                                Map.of(
                                        "properties",
                                        Map.of(
                                                "_index", Map.of("type", "keyword"),
                                                "_id", Map.of("type", "keyword"),
                                                "similarity", Map.of("type", "float"))))));
        return properties;
    }

    private Turn turn(Kind kind) throws IOException {
        server.create(INCOMING, properties());
        Map<String, Object> settings = new HashMap<>();
        settings.put("index.refresh_interval", "1s");
        if (kind.options != null) {
            Map<String, Object> processor = new HashMap<>(kind.options);
            processor.put("field", Bulk.TEXT);
            processor.put("index", BOTH);
            processor.put("near_field", PlantedIndex.FIELD);
            server.call(
                    "PUT", "/_ingest/pipeline/dedupe",
                    Map.of("processors", List.of(Map.of(TAG, processor))));
            settings.put("index.default_pipeline", "dedupe");
        }
        server.call("PUT", "/" + INCOMING + "/_settings", settings);
        List<String> requests = new ArrayList<>();
        List<String> searches = new ArrayList<>();
        for (int from = before; from < corpus.size(); from += Bulk.DOCUMENTS) {
            requests.add(Bulk.from(corpus, from));
            searches.add(searches(from));
        }
        double processor = Server.processorSeconds();
        long start = System.nanoTime();
        for (int i = 0; i < requests.size(); i++) {
            server.bulk(
                    INCOMING,
                    kind == Kind.CLIENT
                            ? tagged(before + i * Bulk.DOCUMENTS, searches.get(i))
                            : requests.get(i));
        }
        double clock = (System.nanoTime() - start) / NANOS;
        processor = Server.processorSeconds() - processor;
        server.settle(INCOMING);
        server.checkDocuments(INCOMING, corpus.size() - before);
        Turn turn = new Turn(clock, processor, countTagged());
        server.delete(INCOMING);
        return turn;
    }

    private long countTagged() throws IOException {
        Map<String, ?> exists = Map.of("exists", Map.of("field", TAG + ".of.similarity"));
        return ((Number) server.call("POST", "/" + INCOMING + "/_count", Map.of("query", exists))
                .at("count")).longValue();
    }

    private String searches(int from) {
        StringBuilder lines = new StringBuilder();
        int to = Math.min(from + Bulk.DOCUMENTS, corpus.size());
        for (int document = from; document < to; document++) {
            Map<String, ?> query = Map.of(
                    "near_duplicate",
                    Map.of("field", PlantedIndex.FIELD, "like", corpus.text(document)));
            lines.append("{}\n");
            lines.append(Json.of(Map.of("query", query, "_source", false))).append('\n');
        }
        return lines.toString();
    }

    /** Asks, and writes the answers into the documents. */
    private String tagged(int from, String searches) throws IOException {
        List<?> responses = (List<?>) server.lines("/" + BOTH + "/_msearch", searches)
                .at("responses");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < responses.size(); i++) {
            int document = from + i;
            Map<String, Object> source = new HashMap<>();
            source.put(Bulk.TEXT, corpus.text(document));
            source.put(Bulk.PART, Bulk.part(document));
            List<?> hits = (List<?>) ((Map<?, ?>) ((Map<?, ?>) responses.get(i)).get("hits"))
                    .get("hits");
            if (hits.isEmpty() == false) {
                source.put(
                        TAG,
                        Map.of("of", hits.stream().map(hit -> of((Map<?, ?>) hit)).toList()));
            }
            lines.append(
                    Json.of(Map.of("index", Map.of("_id", Integer.toString(document)))));
            lines.append('\n').append(Json.of(source)).append('\n');
        }
        return lines.toString();
    }

    private static Map<String, ?> of(Map<?, ?> hit) {
        return Map.of(
                "_index", hit.get("_index"), "_id", hit.get("_id"), "similarity",
                hit.get("_score"));
    }

    /** Prints a table. */
    void print(PrintStream out) {
        MarkdownTable table = new MarkdownTable(
                "documents come in by", "seconds", "documents a second", "to no pipeline",
                "to the client", "processor, s", "tagged");
        for (Kind kind : Kind.values()) {
            Sample clock = sample(kind, Turn::clock);
            table.row(
                    kind.title, clock,
                    Math.round((corpus.size() - before) / clock.median()),
                    speed(kind, Kind.NONE), speed(kind, Kind.CLIENT),
                    sample(kind, Turn::processor), turns.get(kind).getLast().tagged);
        }
        out.println("Documents that come in: " + (corpus.size() - before) + " beside " + before
                + ", " + Bulk.DOCUMENTS + " a request");
        out.println();
        out.println(table);
    }

    private Sample sample(Kind kind, ToDoubleFunction<Turn> cost) {
        return new Sample(turns.get(kind).stream().mapToDouble(cost).toArray());
    }

    /** Returns how many times as fast as another kind in the same turn. */
    private Sample speed(Kind kind, Kind other) {
        List<Turn> own = turns.get(kind);
        List<Turn> others = turns.get(other);
        return new Sample(
                IntStream.range(0, own.size())
                        .mapToDouble(i -> others.get(i).clock / own.get(i).clock)
                        .toArray());
    }
}
