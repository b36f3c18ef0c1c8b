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
 * @param rows those on the recall–cost front, the best one, the present field and the default mapping
 * @param reasons why the best one is the best
 * @param mapping the best one, to paste
 */
record LicenceTuning(int settings, List<Row> rows, List<String> reasons, String mapping) {

    /**
     * One setting.
     *
     * @param name bands, the rows that a query takes, all rows, and hashes
     * @param marks why it is worth a look
     * @param recall the share of the near duplicates that a query finds
     * @param candidates the documents that it has to look at
     * @param texts those of them whose texts it reads
     * @param bytes what a document takes in the index
     */
    record Row(
            String name, String marks, double recall, double candidates, double texts,
            double bytes) {

        private static Row of(Map<?, ?> setting) {
            return new Row(
                    setting.get("bands") + " × " + setting.get("rows_taken") + " of "
                            + setting.get("rows") + ", " + setting.get("hash_count"),
                    marks(setting),
                    number(setting.get("recall")),
                    number(setting.get("candidates_per_document")),
                    number(setting.get("texts_read_per_query")),
                    number(((Map<?, ?>) setting.get("per_document")).get("total_in_bytes")));
        }

        private static String marks(Map<?, ?> setting) {
            List<String> marks = new ArrayList<>();
            if (Boolean.TRUE.equals(setting.get("recommended"))) {
                marks.add("recommended");
            }
            ((List<?>) setting.get("present_fields")).forEach(field -> marks.add((String) field));
            if (Boolean.TRUE.equals(setting.get("default_mapping"))) {
                marks.add("default mapping");
            }
            return String.join(", ", marks);
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
            Row row = Row.of(fields);
            if (Boolean.TRUE.equals(fields.get("front")) || row.marks().isEmpty() == false) {
                rows.add(row);
            }
        }
        List<String> reasons = new ArrayList<>();
        for (Object reason : (List<?>) answer.at("best", 0, "reasons")) {
            reasons.add((String) reason);
        }
        Map<String, Object> mapping = new LinkedHashMap<>();
        ((Map<?, ?>) answer.at("best", 0, "mapping"))
                .forEach((name, value) -> mapping.put((String) name, value));
        return new LicenceTuning(settings.size(), rows, reasons, Json.of(mapping));
    }

    /** Prints the table. */
    void print(PrintStream out) {
        out.println("  bands × rows, k hashes   recall  candidates  texts read  bytes a document");
        for (Row row : rows) {
            String line = String.format(Locale.ROOT, "  %-22s  %6.2f%%  %10.2f  %10.2f  %16.0f  %s",
                    row.name(), 100 * row.recall(), row.candidates(), row.texts(), row.bytes(),
                    row.marks());
            out.println(line.stripTrailing());
        }
        out.println();
        out.println("  " + rows.size() + " of " + settings + " settings; the best: " + mapping);
        reasons.forEach(reason -> out.println("  " + reason));
    }
}
