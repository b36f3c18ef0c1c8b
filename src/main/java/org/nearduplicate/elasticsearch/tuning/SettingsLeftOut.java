package org.nearduplicate.elasticsearch.tuning;

import org.nearduplicate.tuning.BandLists;
import org.nearduplicate.tuning.ParameterGrid;

/** Counts the combinations of a grid that are no settings, as their bands do not fit. */
final class SettingsLeftOut {

    private SettingsLeftOut() {}

    /**
     * Returns the combinations that are left out. Where bands and rows are chosen, a hash count and a
     * similarity for which there are none count as one.
     */
    static long of(ParameterGrid grid) {
        BandLists lists = grid.bandLists();
        boolean chosen = lists.bands().isEmpty() && lists.rows().isEmpty();
        long listed = (long) Math.max(1, lists.bands().size()) * Math.max(1, lists.rows().size());
        long leftOut = 0;
        for (int hashCount : grid.hashCounts()) {
            for (double similarity : grid.similarities()) {
                int bandings = lists.bandings(hashCount, similarity).size();
                leftOut += chosen ? Math.max(0, 1 - bandings) : listed - bandings;
            }
        }
        return leftOut * grid.analyzers().size() * grid.units().size()
                * grid.shingleSizes().size() * grid.hashFunctions().size()
                * grid.algorithms().size();
    }
}
