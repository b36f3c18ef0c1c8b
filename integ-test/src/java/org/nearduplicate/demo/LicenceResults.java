package org.nearduplicate.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.nearduplicate.server.Answer;

/**
 * What a search for words found, without near duplicates.
 *
 * @param hits the licences that stay, in the order of the search
 */
record LicenceResults(List<Hit> hits) {

    /**
     * A licence that stays.
     *
     * @param id its SPDX identifier
     * @param total how many others it stands for
     * @param nearDuplicates the first of them
     */
    record Hit(String id, int total, List<NearDuplicate> nearDuplicates) {}

    /**
     * A licence that another stands for.
     *
     * @param id its SPDX identifier
     * @param similarity its similarity to the other
     */
    record NearDuplicate(String id, double similarity) {}

    /** Reads an answer. */
    static LicenceResults of(Answer answer) throws IOException {
        List<Hit> hits = new ArrayList<>();
        for (Object each : (List<?>) answer.at("hits", "hits")) {
            hits.add(hit((Map<?, ?>) each));
        }
        return new LicenceResults(hits);
    }

    private static Hit hit(Map<?, ?> hit) {
        String id = (String) hit.get("_id");
        if (hit.get("inner_hits") instanceof Map<?, ?> inner) {
            Map<?, ?> near = (Map<?, ?>) ((Map<?, ?>) inner.get("near_duplicates")).get("hits");
            return new Hit(
                    id,
                    (int) ((Map<?, ?>) near.get("total")).get("value"),
                    ((List<?>) near.get("hits")).stream()
                            .map(Map.class::cast)
                            .map(duplicate -> new NearDuplicate(
                                    (String) duplicate.get("_id"),
                                    ((Number) duplicate.get("_score")).doubleValue()))
                            .toList());
        }
        return new Hit(id, 0, List.of());
    }

    /** Prints the licences, and what each stands for. */
    void print(PrintStream out) {
        out.println("  licence                   stands for");
        for (Hit hit : hits) {
            out.println(
                    String.format(Locale.ROOT, "  %-24s  %s", hit.id, others(hit)).stripTrailing());
        }
    }

    private static String others(Hit hit) {
        String named = hit.nearDuplicates.stream()
                .map(near -> String.format(
                        Locale.ROOT, "%s %.0f%%", near.id, 100 * near.similarity))
                .collect(Collectors.joining(", "));
        int more = hit.total - hit.nearDuplicates.size();
        return more == 0 ? named : named + " and " + more + " more";
    }
}
