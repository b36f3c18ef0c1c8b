package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.benchmark.corpus.Corpus;

/**
 * Indexes the same texts by each mapping in turn, into fresh indices. The first turns are not
 * counted. One client sends one request after the other, and all of them are made before.
 */
final class IndexingTurns {

    private static final String INDEX = "timed";
    private static final int WARM_UPS = 2;
    private static final double NANOS = 1e9;

    private final Server server;
    private final int documents;
    private final List<String> requests;
    private final List<Mapping> mappings;
    private final Map<Mapping, List<Turn>> turns = new EnumMap<>(Mapping.class);

    /**
     * @param mappings those to measure; the others are compared with the first
     */
    IndexingTurns(Server server, Corpus corpus, List<Mapping> mappings) {
        this.server = server;
        this.mappings = mappings;
        this.documents = corpus.size();
        this.requests = Bulk.all(corpus);
    }

    /**
     * What one turn cost.
     *
     * @param bulk the seconds on the clock until all requests were answered
     * @param flush those until the index was written
     * @param processor the seconds of processor time of the whole server for both
     * @param merge the seconds on the clock to merge to one segment
     * @param bytes what the index holds then
     */
    private record Turn(double bulk, double flush, double processor, double merge, long bytes) {

        double clock() {
            return bulk + flush;
        }
    }

    /** Takes so many turns of each mapping, beside the first ones. */
    void run(int repetitions) throws IOException {
        for (int repetition = -WARM_UPS; repetition < repetitions; repetition++) {
            for (Mapping mapping : mappings) {
                Turn turn = turn(mapping);
                if (repetition >= 0) {
                    turns.computeIfAbsent(mapping, unused -> new ArrayList<>()).add(turn);
                }
            }
        }
    }

    private Turn turn(Mapping mapping) throws IOException {
        server.create(INDEX, mapping.properties());
        double processor = Server.processorSeconds();
        long start = System.nanoTime();
        for (String request : requests) {
            server.bulk(INDEX, request);
        }
        long indexed = System.nanoTime();
        server.flush(INDEX);
        long flushed = System.nanoTime();
        processor = Server.processorSeconds() - processor;
        long merging = System.nanoTime();
        server.mergeToOne(INDEX);
        long merged = System.nanoTime();
        server.checkDocuments(INDEX, documents);
        long bytes = server.statistic(INDEX, "store", "size_in_bytes");
        server.delete(INDEX);
        return new Turn(
                (indexed - start) / NANOS, (flushed - indexed) / NANOS, processor,
                (merged - merging) / NANOS, bytes);
    }

    /** Prints a table. */
    void print(PrintStream out) {
        MarkdownTable table = new MarkdownTable(
                "indexed", "bulk, s", "flush, s", "both, s", "to the first",
                "documents a second", "processor, s", "to the first", "merge to one segment, s",
                "bytes a document", "more than the first");
        for (Mapping mapping : mappings) {
            Sample both = sample(mapping, Turn::clock);
            long bytes = bytesPerDocument(mapping);
            table.row(
                    mapping.title(), sample(mapping, Turn::bulk), sample(mapping, Turn::flush),
                    both, ratio(mapping, Turn::clock), Math.round(documents / both.median()),
                    sample(mapping, Turn::processor), ratio(mapping, Turn::processor),
                    sample(mapping, Turn::merge), bytes,
                    bytes - bytesPerDocument(mappings.getFirst()));
        }
        out.println("Bulk indexing of " + documents + " texts, " + Bulk.DOCUMENTS + " a request");
        out.println();
        out.println(table);
    }

    private Sample sample(Mapping mapping, ToDoubleFunction<Turn> cost) {
        return new Sample(turns.get(mapping).stream().mapToDouble(cost).toArray());
    }

    /** Returns the cost of each turn to that of the first mapping in the same turn. */
    private Sample ratio(Mapping mapping, ToDoubleFunction<Turn> cost) {
        List<Turn> own = turns.get(mapping);
        List<Turn> first = turns.get(mappings.getFirst());
        return new Sample(IntStream.range(0, own.size())
                .mapToDouble(i -> cost.applyAsDouble(own.get(i)) / cost.applyAsDouble(first.get(i)))
                .toArray());
    }

    private long bytesPerDocument(Mapping mapping) {
        return Math.round(sample(mapping, Turn::bytes).median() / documents);
    }
}
