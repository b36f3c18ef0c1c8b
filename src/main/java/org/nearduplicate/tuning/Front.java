package org.nearduplicate.tuning;

import java.util.List;

/**
 * The recall–cost front: the rows that no other beats. A row is beaten by one that looks for the same
 * pairs, those of one shingle setting and similarity, if that is at least as good in recall, candidates per
 * document and bytes per document, and better in one of them. Rows without a pair to find are not on it.
 */
final class Front {

    private Front() {}

    /** Returns for each row whether it is on the front. O(n²) for n rows. */
    static List<Boolean> of(List<SettingResult> rows) {
        return rows.stream()
                .map(row -> Double.isNaN(recall(row)) == false
                        && rows.stream().noneMatch(other -> beats(other, row)))
                .toList();
    }

    private static boolean beats(SettingResult a, SettingResult b) {
        return a.setting().wanted().equals(b.setting().wanted())
                && recall(a) >= recall(b)
                && candidates(a) <= candidates(b)
                && a.cost().bytes() <= b.cost().bytes()
                && (recall(a) > recall(b)
                        || candidates(a) < candidates(b)
                        || a.cost().bytes() < b.cost().bytes());
    }

    private static double recall(SettingResult row) {
        return row.counts().recall();
    }

    private static double candidates(SettingResult row) {
        return row.bands().candidatesPerDocument();
    }
}
