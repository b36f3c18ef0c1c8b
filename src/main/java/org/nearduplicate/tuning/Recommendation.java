package org.nearduplicate.tuning;

import java.util.List;

/**
 * The row that meets an objective best.
 *
 * @param best the row, or null if none meets the objective
 * @param reasons why, in sentences for a reader; at least one
 */
public record Recommendation(SettingResult best, List<String> reasons) {

    /** Copies the list. */
    public Recommendation {
        reasons = List.copyOf(reasons);
    }
}
