package org.nearduplicate.integration;

import static org.nearduplicate.integration.IndexMode.plain;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The modes whose answers have to be the same. */
final class IndexModes {

    /** What the others are compared with. */
    static final IndexMode STANDARD = plain("standard", TextFields.OWN);

    private static final String SYNTHETIC = "mapping.source.mode";
    private static final Map<String, ?> TIME_SERIES = Map.of(
            "mode", "time_series",
            "routing_path", IndexMode.HOST,
            "time_series.start_time", "2026-01-01T00:00:00Z",
            "time_series.end_time", "2026-01-02T00:00:00Z");

    private IndexModes() {}

    static List<IndexMode> all() {
        return List.of(
                plain("multi-field", TextFields.OF_TEXT, "number_of_shards", 2),
                plain("copy_to", TextFields.COPIED),
                plain("array of objects", TextFields.IN_OBJECTS),
                plain("alias of the field", TextFields.ALIAS),
                plain("beside nested documents", TextFields.BESIDE_NESTED, "number_of_shards", 2),
                plain("synthetic source", TextFields.OWN, SYNTHETIC, "synthetic"),
                plain("synthetic multi-field", TextFields.OF_KEYWORD, SYNTHETIC, "synthetic"),
                plain("synthetic long keyword", TextFields.OF_LONG_KEYWORD, SYNTHETIC, "synthetic"),
                plain("synthetic copy_to", TextFields.COPIED, SYNTHETIC, "synthetic"),
                plain("synthetic objects", TextFields.IN_OBJECTS, SYNTHETIC, "synthetic"),
                plain("logsdb", TextFields.OWN, "mode", "logsdb", "number_of_shards", 2),
                new IndexMode("time series", TIME_SERIES, TextFields.OF_TEXT, IndexModes::one),
                plain("columnar", TextFields.OF_KEYWORD, "mode", "columnar"),
                plain("lookup", TextFields.OF_TEXT, "mode", "lookup"),
                plain("sorted", TextFields.OWN, "sort.field", IndexMode.NUMBER),
                plain(
                        "sorted by two fields", TextFields.OF_TEXT,
                        "sort.field", List.of(IndexMode.HOST, IndexMode.NUMBER),
                        "sort.order", List.of("desc", "asc"),
                        "sort.missing", List.of("_first", "_last")),
                plain("sequence numbers left out", TextFields.OWN, "disable_sequence_numbers",
                        true),
                plain("best compression", TextFields.OF_TEXT, "codec", "best_compression"),
                plain(
                        "skipped doc values", TextFields.OWN,
                        "mapping.use_doc_values_skipper", true,
                        "use_time_series_doc_values_format", true),
                plain("five shards", TextFields.OF_TEXT, "number_of_shards", 5),
                plain(
                        "routing partitions", TextFields.OWN,
                        "number_of_shards", 5, "routing_partition_size", 2),
                way("alias with filter", IndexModes::aliasWithFilter),
                way("several indices", IndexModes::severalIndices),
                way("rolled over", IndexModes::rolledOver),
                way("data stream", IndexModes::dataStream));
    }

    private static IndexMode way(String name, IndexMode.Way way) {
        return new IndexMode(name, Map.of(), TextFields.OWN, way);
    }

    private static String one(ModeWriter writer) throws IOException {
        writer.create(writer.index(), Map.of());
        writer.writeAll(writer.index());
        return writer.index();
    }

    /** The index holds everything once more, for others than those who use the alias. */
    private static String aliasWithFilter(ModeWriter writer) throws IOException {
        String alias = writer.index() + "-alias";
        Map<String, ?> mine = Map.of("exists", Map.of("field", IndexMode.HOST));
        writer.create(writer.index(), Map.of(alias, Map.of("filter", mine)));
        writer.writeAll(writer.index());
        writer.writeWithoutHosts(writer.index());
        return alias;
    }

    private static String severalIndices(ModeWriter writer) throws IOException {
        for (int part = 0; part < ModeWriter.PARTS; part++) {
            writer.create(writer.index() + part, Map.of());
            writer.writePart(writer.index() + part, part);
        }
        return writer.index() + "*";
    }

    private static String rolledOver(ModeWriter writer) throws IOException {
        String alias = writer.index();
        writer.create(alias + "-000001", Map.of(alias, Map.of("is_write_index", true)));
        for (int part = 0; part < ModeWriter.PARTS; part++) {
            if (part > 0) {
                writer.call("POST", "/" + alias + "/_rollover", writer.mode().index());
            }
            writer.writePart(alias, part);
        }
        return alias;
    }

    /** The indices of a stream cannot be deleted on a server without the module data-streams. */
    private static String dataStream(ModeWriter writer) throws IOException {
        String stream = writer.index();
        writer.call(
                "PUT", "/_index_template/" + stream,
                Map.of(
                        "index_patterns", List.of(stream), "data_stream", Map.of(), "template",
                        writer.mode().index()));
        for (int part = 0; part < ModeWriter.PARTS; part++) {
            if (part > 0) {
                writer.post("/" + stream + "/_rollover");
            }
            writer.writePart(stream, part);
        }
        return stream;
    }
}
