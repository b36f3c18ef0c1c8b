package org.nearduplicate.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;

/**
 * What was measured of the settings worth a look, as a table.
 *
 * @param settings how many were tried
 * @param rows those on the recall–cost front
 * @param reasons why the best one is the best
 * @param mapping the best one, to paste
 */
record LicenceTuning(int settings, List<Row> rows, List<String> reasons, String mapping) {

    /**
     * One setting.
     *
     * @param name bands, rows and hashes
     * @param recall the share of the near duplicates that a query finds
     * @param noise the share of the other pairs that it has to look at
     * @param candidates what it has to look at
     * @param bytes what a document takes in the index
     */
    record Row(String name, double recall, double noise, double candidates, double bytes) {

        private static Row of(Map<?, ?> setting) {
            return new Row(
                    setting.get("bands") + " × " + setting.get("rows") + " of "
                            + setting.get("hash_count"),
                    number(setting.get("recall")),
                    number(setting.get("noise")),
                    number(setting.get("candidates_per_document")),
                    number(((Map<?, ?>) setting.get("per_document")).get("total_in_bytes")));
        }

        private static double number(Object value) {
            return value == null ? Double.NaN : ((Number) value).doubleValue();
        }
    }

    /** Reads an answer. */
    static LicenceTuning of(Answer answer) throws IOException {
        List<?> settings = (List<?>) answer.at("settings");
        List<Row> rows = new ArrayList<>();
        for (Object setting : settings) {
            Map<?, ?> fields = (Map<?, ?>) setting;
            if (Boolean.TRUE.equals(fields.get("front"))) {
                rows.add(Row.of(fields));
            }
        }
        List<String> reasons = new ArrayList<>();
        for (Object reason : (List<?>) answer.at("best", "reasons")) {
            reasons.add((String) reason);
        }
        Map<String, Object> mapping = new LinkedHashMap<>();
        ((Map<?, ?>) answer.at("best", "mapping"))
                .forEach((name, value) -> mapping.put((String) name, value));
        return new LicenceTuning(settings.size(), rows, reasons, Json.of(mapping));
    }

    /** Prints the table. */
    void print(PrintStream out) {
        out.println("  bands × rows of hashes   recall      noise  candidates  bytes a document");
        for (Row row : rows) {
            out.println(
                    String.format(Locale.ROOT, "  %-22s  %6.2f%%    %6.2f%%  %10.2f  %16.0f",
                            row.name(), 100 * row.recall(), 100 * row.noise(),
                            row.candidates(), row.bytes()));
        }
        out.println();
        out.println("  " + rows.size() + " of " + settings + " settings; the best: " + mapping);
        reasons.forEach(reason -> out.println("  " + reason));
    }
}
