package org.nearduplicate.tuning;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.nearduplicate.lucene.Verify;

/**
 * The recall–cost front: the rows that no other beats. A row is beaten by one that looks for the same
 * pairs, those of one shingle setting and similarity, if that is at least as good in recall and in cost, and
 * better in one of them. Rows without a pair to find are not on it.
 */
final class Front {

    private Front() {}

    /** Returns the rows on the front by the cost of queries that verify in a way. O(n log n) for n rows. */
    static Set<SettingResult> of(List<SettingResult> rows, Verify verify) {
        Comparator<SettingResult> cheapest = Comparator
                .<SettingResult>comparingDouble(row -> row.cost(verify))
                .thenComparingDouble(row -> -row.pairs().recall());
        List<SettingResult> ordered = rows.stream()
                .filter(row -> row.pairs().toFind() > 0)
                .sorted(cheapest)
                .toList();
        Set<SettingResult> front = new HashSet<>();
        TuningPlan.grouped(ordered, row -> row.setting().wanted()).values().forEach(same -> {
            SettingResult last = same.getFirst();
            for (SettingResult row : same) {
                // It finds more than all cheaper ones, or is the equal of one of the front.
                if (row.pairs().recall() > last.pairs().recall()
                        || cheapest.compare(row, last) == 0) {
                    front.add(row);
                    last = row;
                }
            }
        });
        return front;
    }
}
