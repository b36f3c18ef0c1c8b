package org.nearduplicate.tuning;

import java.util.List;

/**
 * The answer of a parameter search.
 *
 * @param truths what is true of the sample, one for each shingle setting
 * @param rows the figures, one for each setting, in the order of the grid
 * @param front for each row whether it is on the recall–cost front: no other row finds more of the same
 *     pairs at no higher cost
 * @param passages what prints find, for each way of shingling, each of the prints and each similarity; none if none were tried
 * @param recommendation the row that meets the objective best, and why
 */
public record Tuning(
        List<Truth> truths,
        List<SettingResult> rows,
        List<Boolean> front,
        List<PassageFigures> passages,
        Recommendation recommendation) {

    /** Copies the lists. */
    public Tuning {
        truths = List.copyOf(truths);
        rows = List.copyOf(rows);
        front = List.copyOf(front);
        passages = List.copyOf(passages);
    }
}
