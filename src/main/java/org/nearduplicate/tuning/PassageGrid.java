package org.nearduplicate.tuning;

import java.util.List;
import org.nearduplicate.sketch.PassageGoal;
import org.nearduplicate.sketch.Prints;

/**
 * Which prints are tried, and on what passages.
 *
 * @param prints one of how many shingles is a print, each 2–64; none to try none
 * @param shortest the shingles of a passage
 */
public record PassageGrid(List<Integer> prints, int shortest) {

    /** Tries no prints. */
    public static final PassageGrid NONE = new PassageGrid(List.of(), 50);

    /** Copies the list, in which a value that is given twice counts once, and checks the numbers. */
    public PassageGrid {
        prints = prints.stream().distinct().toList();
        prints.forEach(Prints.PARAMETER::check);
        PassageGoal.SHORTEST.check(shortest);
    }

    /** Returns how often a grid of other parameters makes the prints tried. */
    public long trials(ParameterGrid grid) {
        return (long) prints.size() * grid.shingleSettings().size() * grid.similarities().size();
    }
}
