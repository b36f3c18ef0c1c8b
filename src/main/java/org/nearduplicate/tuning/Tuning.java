package org.nearduplicate.tuning;

import java.util.List;
import java.util.Set;

/**
 * The answer of a parameter search.
 *
 * @param truths what is true of the sample, one for each shingle setting
 * @param rows the figures, one for each setting, those together that have the same shingles, sketches and bands
 * @param front the rows on the recall–cost front: no other row finds more of the same pairs at no higher cost
 * @param passages what sampled shingles find, for each way of shingling, each of the sampled shingles and each similarity; none if none were tried
 * @param recommendations for the pairs of each shingle setting and similarity that were tried the row that meets the objective
 *     best, and why
 */
public record Tuning(
        List<Truth> truths,
        List<SettingResult> rows,
        Set<SettingResult> front,
        List<PassageFigures> passages,
        List<Recommendation> recommendations) {

    /** Returns whether a row is recommended for its pairs. */
    public boolean isRecommended(SettingResult row) {
        return recommendations.stream().anyMatch(each -> row.equals(each.best()));
    }
}
