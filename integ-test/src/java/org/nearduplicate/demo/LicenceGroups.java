package org.nearduplicate.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.nearduplicate.server.Answer;

/**
 * Groups of near duplicates, as a table.
 *
 * @param total the number of all groups
 * @param redundant the licences that can be deleted
 * @param rows the biggest groups
 */
record LicenceGroups(int total, int redundant, List<Row> rows) {

    private static final int LISTED_MEMBERS = 3;

    /**
     * One group.
     *
     * @param size the number of licences
     * @param keeper the one to keep
     * @param smallest the smallest similarity of two of them
     * @param members some of the others with their similarity to the keeper, as text
     */
    record Row(int size, String keeper, double smallest, List<String> members) {

        private static Row of(Map<?, ?> group) {
            List<String> members = new ArrayList<>();
            for (Object member : (List<?>) group.get("members")) {
                Map<?, ?> fields = (Map<?, ?>) member;
                members.add(
                        String.format(Locale.ROOT, "%s %.0f%%",
                                fields.get("_id"),
                                100 * ((Number) fields.get("similarity")).doubleValue()));
            }
            return new Row(
                    ((Number) group.get("size")).intValue(),
                    (String) ((Map<?, ?>) group.get("keeper")).get("_id"),
                    ((Number) group.get("smallest_similarity")).doubleValue(),
                    members);
        }
    }

    /** Reads an answer. */
    static LicenceGroups of(Answer answer) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (Object group : (List<?>) answer.at("groups")) {
            rows.add(Row.of((Map<?, ?>) group));
        }
        return new LicenceGroups(
                (int) answer.at("counts", "groups"),
                (int) answer.at("counts", "documents", "redundant"),
                rows);
    }

    /** Prints the table. */
    void print(PrintStream out) {
        out.println("  licences  keep                      smallest  the others");
        for (Row row : rows) {
            int listed = Math.min(LISTED_MEMBERS, row.members().size());
            int more = row.size() - 1 - listed;
            out.println(
                    String.format(Locale.ROOT, "  %8d  %-24s  %7.1f%%  %s%s",
                            row.size(),
                            row.keeper(),
                            100 * row.smallest(),
                            String.join(", ", row.members().subList(0, listed)),
                            more == 0 ? "" : " and " + more + " more"));
        }
        out.println();
        out.println(
                "  " + rows.size() + " of " + total + " groups; " + redundant
                        + " licences can be deleted");
    }
}
