package org.nearduplicate.tuning;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map.Entry;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The recall–cost front: the rows that no other beats. A row is beaten by one that looks for the same
 * pairs, those of one shingle setting and similarity, if that is at least as good in recall, candidates per
 * document and bytes per document, and better in one of them. Rows without a pair to find are not on it.
 */
final class Front {

    /** A row comes after all that beat it. */
    private static final Comparator<SettingResult> ORDER =
            Comparator.<SettingResult>comparingDouble(row -> row.bands().recall())
                    .reversed()
                    .thenComparingDouble(Front::candidates)
                    .thenComparingDouble(row -> row.cost().bytes());

    private Front() {}

    /** Returns for each row whether it is on the front. O(n log n) for n rows. */
    static List<Boolean> of(List<SettingResult> rows) {
        Set<SettingResult> front = new HashSet<>();
        rows.stream()
                .filter(row -> row.counts().pairs() > 0)
                .sorted(ORDER)
                .collect(Collectors.groupingBy(row -> row.setting().wanted()))
                .values()
                .forEach(same -> addUnbeaten(same, front));
        return rows.stream().map(front::contains).toList();
    }

    /** Keeps, by their candidates, the rows that have fewer bytes than all with fewer candidates. */
    private static void addUnbeaten(List<SettingResult> ordered, Set<SettingResult> front) {
        TreeMap<Double, SettingResult> cheapest = new TreeMap<>();
        for (SettingResult row : ordered) {
            Entry<Double, SettingResult> before = cheapest.floorEntry(candidates(row));
            if (before == null || beats(before.getValue(), row) == false) {
                front.add(row);
                dropDearer(cheapest, row);
                cheapest.put(candidates(row), row);
            }
        }
    }

    private static void dropDearer(TreeMap<Double, SettingResult> cheapest, SettingResult row) {
        Entry<Double, SettingResult> next = cheapest.ceilingEntry(candidates(row));
        while (next != null && next.getValue().cost().bytes() >= row.cost().bytes()) {
            cheapest.remove(next.getKey());
            next = cheapest.higherEntry(next.getKey());
        }
    }

    /** Of a row that comes before and has no more candidates. */
    private static boolean beats(SettingResult before, SettingResult row) {
        return before.cost().bytes() <= row.cost().bytes() && ORDER.compare(before, row) != 0;
    }

    private static double candidates(SettingResult row) {
        return row.bands().candidatesPerDocument();
    }
}
