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
 * them with what is in both, and by a client that asks before each request. One client sends one request after the other. The large
 * index has no near duplicate of them; of some streams a part copies documents of the request before.
 */
final class IngestTurns {

    private static final String LARGE = PlantedIndex.NAME;
    private static final String INCOMING = "incoming";
    private static final String BOTH = LARGE + "," + INCOMING;
    private static final String TAG = "near_duplicate";
    private static final int WARM_UPS = 1;
    private static final int SOME = 500;
    private static final int MANY = 8_000;
    private static final double NANOS = 1e9;

    private final Server server;
    private final Corpus large;
    private final Corpus incoming;
    private final int repetitions;
    private final Map<Stream, Map<Kind, List<Turn>>> turns = new EnumMap<>(Stream.class);

    /**
     * @param large what is in the large index
     * @param incoming what comes in, without near duplicates
     */
    IngestTurns(Server server, Corpus large, Corpus incoming, int repetitions) {
        this.server = server;
        this.large = large;
        this.incoming = incoming;
        this.repetitions = repetitions;
    }

    /** What comes in. */
    private enum Stream {

        NEW("no near duplicates", Integer.MAX_VALUE), TENTH("a tenth copies the request before",
                10), HALF("a half copies the request before", 2);

        private final String title;
        private final int every;

        Stream(String title, int every) {
            this.title = title;
            this.every = every;
        }

        /** Copies are of documents that are no copies, and differ from them in one word. */
        private String text(Corpus corpus, int document) {
            return document < Bulk.DOCUMENTS || document % every != 0
                    ? corpus.text(document)
                    : corpus.text(document - Bulk.DOCUMENTS + 1) + " copy" + document;
        }

        private String bulk(Corpus corpus, int from) {
            return Bulk.from(corpus, from, document -> text(corpus, document));
        }
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
        for (int from = 0; from < large.size(); from += Bulk.DOCUMENTS) {
            server.bulk(LARGE, Bulk.from(large, from));
        }
        server.settle(LARGE);
        server.checkDocuments(LARGE, large.size());
        for (int repetition = -WARM_UPS; repetition < repetitions; repetition++) {
            for (Stream stream : Stream.values()) {
                for (Kind kind : Kind.values()) {
                    Turn turn = turn(stream, kind);
                    if (repetition >= 0) {
                        turns.computeIfAbsent(stream, unused -> new EnumMap<>(Kind.class))
                                .computeIfAbsent(kind, unused -> new ArrayList<>())
                                .add(turn);
                    }
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

    private Turn turn(Stream stream, Kind kind) throws IOException {
        server.create(INCOMING, properties());
        server.call(
                "PUT", "/" + INCOMING + "/_settings", Map.of("index.refresh_interval", "1s"));
        if (kind.options != null) {
            compare(kind.options);
        }
        List<String> requests = new ArrayList<>();
        List<String> searches = new ArrayList<>();
        for (int from = 0; from < incoming.size(); from += Bulk.DOCUMENTS) {
            requests.add(stream.bulk(incoming, from));
            searches.add(searches(stream, from));
        }
        double processor = Server.processorSeconds();
        long start = System.nanoTime();
        for (int i = 0; i < requests.size(); i++) {
            server.bulk(
                    INCOMING,
                    kind == Kind.CLIENT
                            ? tagged(stream, i * Bulk.DOCUMENTS, searches.get(i))
                            : requests.get(i));
        }
        double clock = (System.nanoTime() - start) / NANOS;
        processor = Server.processorSeconds() - processor;
        server.settle(INCOMING);
        server.checkDocuments(INCOMING, incoming.size());
        Turn turn = new Turn(clock, processor, countTagged());
        server.delete(INCOMING);
        return turn;
    }

    /** All that comes in is compared. */
    private void compare(Map<String, ?> options) throws IOException {
        Map<String, Object> processor = new HashMap<>(options);
        processor.put("field", Bulk.TEXT);
        processor.put("index", BOTH);
        processor.put("near_field", PlantedIndex.FIELD);
        server.call(
                "PUT", "/_ingest/pipeline/dedupe",
                Map.of("processors", List.of(Map.of(TAG, processor))));
        server.call(
                "PUT", "/" + INCOMING + "/_settings",
                Map.of("index.default_pipeline", "dedupe"));
    }

    private long countTagged() throws IOException {
        Map<String, ?> exists = Map.of("exists", Map.of("field", TAG + ".of.similarity"));
        return ((Number) server.call("POST", "/" + INCOMING + "/_count", Map.of("query", exists))
                .at("count")).longValue();
    }

    private String searches(Stream stream, int from) {
        StringBuilder lines = new StringBuilder();
        int to = Math.min(from + Bulk.DOCUMENTS, incoming.size());
        for (int document = from; document < to; document++) {
            Map<String, ?> query = Map.of(
                    "near_duplicate",
                    Map.of(
                            "field", PlantedIndex.FIELD, "like",
                            stream.text(incoming, document)));
            lines.append("{}\n");
            lines.append(Json.of(Map.of("query", query, "_source", false))).append('\n');
        }
        return lines.toString();
    }

    /** Asks, and writes the answers into the documents. */
    private String tagged(Stream stream, int from, String searches) throws IOException {
        List<?> responses = (List<?>) server.lines("/" + BOTH + "/_msearch", searches)
                .at("responses");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < responses.size(); i++) {
            int document = from + i;
            Map<String, Object> source = new HashMap<>();
            source.put(Bulk.TEXT, stream.text(incoming, document));
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

    /** Measures requests of near copies of one text, of which no search shows any. */
    void copies(PrintStream out) throws IOException {
        MarkdownTable table = new MarkdownTable("near copies in one request", "seconds");
        List<Double> first = new ArrayList<>();
        List<Double> again = new ArrayList<>();
        List<Double> many = new ArrayList<>();
        for (int repetition = -WARM_UPS; repetition < repetitions; repetition++) {
            server.create(INCOMING, properties());
            server.call(
                    "PUT", "/" + INCOMING + "/_settings",
                    Map.of("index.refresh_interval", "-1"));
            compare(Map.of());
            String some = copies(SOME);
            double once = seconds(some);
            double twice = seconds(some);
            server.delete(INCOMING);
            server.create(INCOMING, properties());
            compare(Map.of());
            double all = seconds(copies(MANY));
            server.delete(INCOMING);
            if (repetition >= 0) {
                first.add(once);
                again.add(twice);
                many.add(all);
            }
        }
        table.row(SOME, sample(first));
        table.row("the same " + SOME + " again, before a refresh", sample(again));
        table.row(MANY, sample(many));
        out.println(table);
    }

    private String copies(int count) {
        return Bulk.of(0, count, document -> incoming.text(0) + " copy" + document);
    }

    private double seconds(String request) throws IOException {
        long start = System.nanoTime();
        server.bulk(INCOMING, request);
        return (System.nanoTime() - start) / NANOS;
    }

    private static Sample sample(List<Double> values) {
        return new Sample(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Prints a table. */
    void print(PrintStream out) {
        MarkdownTable table = new MarkdownTable(
                "documents", "come in by", "seconds", "documents a second", "to no pipeline",
                "to the client", "processor, s", "tagged");
        for (Stream stream : Stream.values()) {
            for (Kind kind : Kind.values()) {
                Sample clock = sample(stream, kind, Turn::clock);
                table.row(
                        stream.title, kind.title, clock,
                        Math.round(incoming.size() / clock.median()),
                        speed(stream, kind, Kind.NONE), speed(stream, kind, Kind.CLIENT),
                        sample(stream, kind, Turn::processor),
                        turns.get(stream).get(kind).getLast().tagged);
            }
        }
        out.println("Documents that come in: " + incoming.size() + " beside " + large.size()
                + ", " + Bulk.DOCUMENTS + " a request");
        out.println();
        out.println(table);
    }

    private Sample sample(Stream stream, Kind kind, ToDoubleFunction<Turn> cost) {
        return new Sample(
                turns.get(stream).get(kind).stream().mapToDouble(cost).toArray());
    }

    /** Returns how many times as fast as another kind in the same turn. */
    private Sample speed(Stream stream, Kind kind, Kind other) {
        List<Turn> own = turns.get(stream).get(kind);
        List<Turn> others = turns.get(stream).get(other);
        return new Sample(
                IntStream.range(0, own.size())
                        .mapToDouble(i -> others.get(i).clock / own.get(i).clock)
                        .toArray());
    }
}
