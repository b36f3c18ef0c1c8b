package org.nearduplicate.tuning;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.nearduplicate.lucene.Verify;

/**
 * The answer of a parameter search.
 *
 * @param truths the exact figures of the sample, one for each shingle setting
 * @param rows the figures, one for each setting; rows of the same shingles, sketches and bands are together
 * @param front the rows on the recall–cost front, see {@link #front(List, Verify)}
 * @param passages what sampled shingles find, for each shingle setting, each number of which one is sampled, and each
 *     similarity; none if none were tried
 * @param recommendations for the pairs of each shingle setting and similarity that were tried the row that meets the objective
 *     best, and why
 */
public record Tuning(
        List<Truth> truths,
        List<SettingResult> rows,
        Set<SettingResult> front,
        List<PassageFigures> passages,
        List<Recommendation> recommendations) {

    /**
     * Returns the rows that no other row beats. A row is beaten by one of the same shingle setting and similarity that is
     * at least as good in recall and in cost, and better in one of them. Rows without a pair to find are not on the
     * front. O(n log n) for n rows.
     *
     * @param verify how queries verify, which decides about their cost
     */
    static Set<SettingResult> front(List<SettingResult> rows, Verify verify) {
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

    /** Returns whether a row is recommended for its pairs. */
    public boolean isRecommended(SettingResult row) {
        return recommendations.stream().anyMatch(each -> row.equals(each.best()));
    }
}
