package org.nearduplicate.benchmark.load;

import java.util.Map;

/** A mode of an index, each with doc values and a {@code _source} of its own kind. */
enum IndexMode {

    /** What the others are compared with: doc values as Lucene writes them, {@code _source} as it was sent. */
    STANDARD("text", Map.of()),

    /** Sorted by time; {@code _source} is made of stored values. */
    LOGSDB("text", Map.of("mode", "logsdb")),

    /** Doc values in compressed blocks. */
    TIME_SERIES(
            "text",
            Map.of(
                    "mode", "time_series",
                    "routing_path", IndexMode.HOST,
                    "time_series.start_time", "2026-01-01T00:00:00Z",
                    "time_series.end_time", "2026-12-31T00:00:00Z")),

    /** Columns only; a text is one as a keyword. */
    COLUMNAR("keyword", Map.of("mode", "columnar"));

    static final String TIME = "@timestamp";
    static final String HOST = "host";

    private final String text;
    private final Map<String, ?> settings;

    IndexMode(String text, Map<String, ?> settings) {
        this.text = text;
        this.settings = settings;
    }

    /** Returns the settings of an index of this mode. */
    Map<String, ?> settings() {
        return settings;
    }

    /** Returns its properties: a text with two fields, one of which stores shingle sets. */
    Map<String, ?> properties() {
        Map<String, ?> fields = Map.of(
                "near", Map.of("type", "minhash"),
                "exact", Map.of("type", "minhash", "exact", true));
        return Map.of(
                Bulk.TEXT, Map.of("type", text, "fields", fields),
                TIME, Map.of("type", "date"),
                HOST, this == TIME_SERIES
                        ? Map.of("type", "keyword", "time_series_dimension", true)
                        : Map.of("type", "keyword"));
    }
}
