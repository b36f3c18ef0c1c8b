package org.nearduplicate.tuning;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.nearduplicate.lucene.Verify;

/**
 * The recall–cost front: the rows that no other beats. A row is beaten by one that looks for the same
 * pairs, those of one shingle setting and similarity, if that is at least as good in recall and in cost, and
 * better in one of them. Rows without a pair to find are not on it.
 */
final class Front {

    private Front() {}

    /**
     * Returns for each row whether it is on the front. O(n log n) for n rows.
     *
     * @param verify how the queries verify whose cost counts
     */
    static List<Boolean> of(List<SettingResult> rows, Verify verify) {
        Comparator<SettingResult> cheapest = Comparator
                .<SettingResult>comparingDouble(row -> row.cost().total(verify))
                .thenComparing(Comparator.comparingDouble(Front::recall).reversed());
        Set<SettingResult> front = new HashSet<>();
        rows.stream()
                .filter(row -> row.counts().pairs() > 0)
                .sorted(cheapest)
                .collect(Collectors.groupingBy(row -> row.setting().wanted()))
                .values()
                .forEach(same -> addUnbeaten(same, cheapest, front));
        return rows.stream().map(front::contains).toList();
    }

    /** Keeps the rows that find more than all cheaper ones, and their equals. */
    private static void addUnbeaten(
            List<SettingResult> ordered, Comparator<SettingResult> order,
            Set<SettingResult> front) {
        SettingResult last = ordered.getFirst();
        for (SettingResult row : ordered) {
            if (recall(row) > recall(last) || order.compare(row, last) == 0) {
                front.add(row);
                last = row;
            }
        }
    }

    private static double recall(SettingResult row) {
        return row.bands().recall();
    }
}
