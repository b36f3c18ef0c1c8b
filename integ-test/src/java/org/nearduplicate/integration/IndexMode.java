package org.nearduplicate.integration;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A way to keep documents.
 *
 * @param name of the mode
 * @param settings of its indices, beside the number of replicas
 * @param fields where its documents have their texts
 * @param way how they get there
 */
record IndexMode(String name, Map<String, ?> settings, TextFields fields, Way way) {

    /** The number of a document in its corpus, the same in every mode. */
    static final String NUMBER = "number";

    /** The time of a document. */
    static final String TIME = "@timestamp";

    /** A dimension of a time series. */
    static final String HOST = "host";

    /** Fills indices. */
    @FunctionalInterface
    interface Way {

        /**
         * Writes all documents.
         *
         * @return the index or alias that then holds them
         */
        String fill(ModeWriter writer) throws IOException;
    }

    /** One index, and no more than that. */
    static IndexMode plain(String name, TextFields fields, Object... settings) {
        return new IndexMode(name, map(settings), fields, writer -> {
            writer.create(writer.index(), Map.of());
            writer.writeAll(writer.index());
            return writer.index();
        });
    }

    /** Returns whether Elasticsearch makes identifiers of the values of documents. */
    boolean hasIdsOfItsOwn() {
        return "time_series".equals(settings.get("mode"));
    }

    /** Returns whether documents have a routing. */
    boolean isRouted() {
        return settings.containsKey("routing_partition_size");
    }

    /** Returns whether sequence numbers are left out, of which tuning draws documents. */
    boolean lacksSequenceNumbers() {
        return settings.containsKey("disable_sequence_numbers") || isColumnar();
    }

    /** Returns whether documents are kept by columns, in which keywords have no order. */
    boolean isColumnar() {
        return String.valueOf(settings.get("mode")).contains("columnar");
    }

    /** Returns what an index is created with. */
    Map<String, Object> index() {
        Map<String, Object> all = new LinkedHashMap<>(TestIndex.settings(1));
        all.putAll(settings);
        Map<String, Object> properties = new LinkedHashMap<>(fields.properties());
        properties.put(NUMBER, Map.of("type", "long"));
        properties.put(TIME, Map.of("type", "date"));
        properties.put(HOST, Map.of("type", "keyword", "time_series_dimension", hasIdsOfItsOwn()));
        Map<String, Object> mapping = new LinkedHashMap<>(Map.of("properties", properties));
        if (isRouted()) {
            mapping.put("_routing", Map.of("required", true));
        }
        return Map.of("settings", Map.of("index", all), "mappings", mapping);
    }

    static Map<String, Object> map(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    @Override
    public String toString() {
        return name;
    }
}
