package org.nearduplicate.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;

/**
 * Prints answers about the licences as tables for a person to read.
 *
 * @param out where to
 */
record LicenceTables(PrintStream out) {

    private static final int PASSAGE_WIDTH = 96;
    private static final int LISTED_MEMBERS = 3;
    private static final int LISTED_TAGS = 8;

    /**
     * Prints what a search found, the most similar first.
     *
     * @param score what the score is called
     * @param least the lowest score that was asked for
     */
    void hits(Answer answer, String score, double least) throws IOException {
        line("  %10s  licence", score);
        List<Map<?, ?>> hits = answer.objects("hits", "hits");
        for (Map<?, ?> hit : hits) {
            line("       %5.1f%%  %-38s %s",
                    percent(hit.get("_score")), hit.get("_id"),
                    ((Map<?, ?>) hit.get("_source")).get("name"));
        }
        out.println();
        out.println(
                "  " + hits.size() + " of " + answer.at("hits", "total", "value") + " with a "
                        + score
                        + " of " + least + " or more");
    }

    /** Prints what a text has in common with a licence: the shares, and the words that both have. */
    void comparison(String text, Answer answer) throws IOException {
        line("  similarity %.1f%%: %.0f%% of the text is in the licence, %.0f%% of the licence in the text",
                percent(answer.at("similarity")), percent(answer.at("a", "share_in_other")),
                percent(answer.at("b", "share_in_other")));
        out.println();
        out.println("  shingles  words that both have");
        for (Map<?, ?> passage : answer.objects("passages")) {
            Map<?, ?> place = (Map<?, ?>) passage.get("a");
            int start = (int) place.get("start");
            String words = text.substring(start, start + (int) place.get("length"));
            line("  %8d  %s", passage.get("shingles"), shortened(words.replaceAll("\\s+", " ")));
        }
    }

    private static String shortened(String words) {
        if (words.length() <= PASSAGE_WIDTH) {
            return words;
        }
        int half = PASSAGE_WIDTH / 2;
        return words.substring(0, half) + " … " + words.substring(words.length() - half);
    }

    /** Prints what a search without near duplicates found, and what each licence stands for. */
    void collapsed(Answer answer) throws IOException {
        out.println("  licence                   stands for");
        for (Map<?, ?> hit : answer.objects("hits", "hits")) {
            line("  %-24s  %s", hit.get("_id"), standsFor(hit));
        }
    }

    private static String standsFor(Map<?, ?> hit) {
        if (hit.get("inner_hits") instanceof Map<?, ?> inner) {
            Map<?, ?> near = (Map<?, ?>) ((Map<?, ?>) inner.get("near_duplicates")).get("hits");
            return named(
                    (List<?>) near.get("hits"), "_score",
                    (int) ((Map<?, ?>) near.get("total")).get("value"));
        }
        return "";
    }

    /**
     * Returns licences by name, each with its similarity.
     *
     * @param total how many there are, of which these are some
     */
    private static String named(List<?> licences, String similarity, int total) {
        String named = licences.stream()
                .map(licence -> (Map<?, ?>) licence)
                .map(
                        licence -> String.format(
                                Locale.ROOT, "%s %.0f%%", licence.get("_id"),
                                percent(licence.get(similarity))))
                .collect(Collectors.joining(", "));
        int more = total - licences.size();
        return more == 0 ? named : named + " and " + more + " more";
    }

    /** Prints the largest groups. */
    void groups(Answer answer) throws IOException {
        out.println(
                "  licences  keep                       any two  the others, and how similar they are to it");
        List<Map<?, ?>> groups = answer.objects("groups");
        for (Map<?, ?> group : groups) {
            List<?> members = (List<?>) group.get("members");
            int size = (int) group.get("size");
            line("  %8d  %-24s  %7.1f%%  %s",
                    size, ((Map<?, ?>) group.get("keeper")).get("_id"),
                    percent(group.get("smallest_similarity")),
                    named(
                            members.subList(0, Math.min(LISTED_MEMBERS, members.size())),
                            "similarity", size - 1));
        }
        out.println();
        out.println(
                "  " + groups.size() + " of " + answer.at("counts", "groups") + " groups; "
                        + answer.at("counts", "documents", "redundant")
                        + " licences have a near duplicate that is kept: look before you delete");
    }

    /**
     * Prints the largest marked groups, and how many licences a search finds that shows keepers only.
     *
     * @param groups those that were marked
     */
    void marked(Answer groups, Answer search) throws IOException {
        out.println("  licences  marked as the group of");
        for (Map<?, ?> bucket : search.objects("aggregations", "all", "groups", "buckets")) {
            line("  %8s  %s", bucket.get("doc_count"), bucket.get("key"));
        }
        out.println();
        out.println(
                "  " + groups.at("counts", "groups")
                        + " groups within a family; without their copies there are "
                        + search.at("hits", "total", "value") + " licences");
    }

    /**
     * Prints some of the documents that a pipeline tagged as near duplicates, and how many there are.
     *
     * @param sent how many documents were sent
     */
    void tagged(int sent, Answer answer) throws IOException {
        out.println("  similarity  sent                      is a copy of");
        List<Map<?, ?>> hits = answer.objects("hits", "hits");
        for (Map<?, ?> hit : hits.subList(0, Math.min(LISTED_TAGS, hits.size()))) {
            Map<?, ?> tag = (Map<?, ?>) ((Map<?, ?>) hit.get("_source")).get("near_duplicate");
            Map<?, ?> original = (Map<?, ?>) ((List<?>) tag.get("of")).getFirst();
            line("       %5.1f%%  %-24s  %s",
                    percent(original.get("similarity")), hit.get("_id"), original.get("_id"));
        }
        out.println();
        out.println("  " + hits.size() + " of " + sent + " are tagged");
    }

    /** Prints the settings on the recall–cost front, the best one, the present field and the default mapping. */
    void tuning(Answer answer) throws IOException {
        out.println("  bands × rows, k hashes   recall  candidates  texts read  bytes a document");
        List<Map<?, ?>> settings = answer.objects("settings");
        int listed = 0;
        for (Map<?, ?> setting : settings) {
            String marks = marks(setting);
            if (Boolean.TRUE.equals(setting.get("front")) || marks.isEmpty() == false) {
                listed++;
                line("  %-22s  %6.2f%%  %10.2f  %10.2f  %16.0f  %s",
                        setting.get("bands") + " × " + setting.get("rows_taken") + " of "
                                + setting.get("rows") + ", " + setting.get("hash_count"),
                        percent(setting.get("recall")),
                        number(setting.get("candidates_per_document")),
                        number(setting.get("texts_read_per_query")),
                        number(((Map<?, ?>) setting.get("per_document")).get("total_in_bytes")),
                        marks);
            }
        }
        Map<String, Object> mapping = new LinkedHashMap<>();
        ((Map<?, ?>) answer.at("best", 0, "mapping"))
                .forEach((name, value) -> mapping.put((String) name, value));
        out.println();
        out.println(
                "  " + listed + " of " + settings.size() + " settings; the best: "
                        + Json.of(mapping));
        ((List<?>) answer.at("best", 0, "reasons")).forEach(reason -> out.println("  " + reason));
    }

    /** Returns why a setting is listed. */
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

    private void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values).stripTrailing());
    }

    private static double percent(Object share) {
        return 100 * number(share);
    }

    private static double number(Object value) {
        return value == null ? Double.NaN : ((Number) value).doubleValue();
    }
}
