package org.nearduplicate.tuning;

import java.util.List;

/**
 * Which prints are tried, and on what passages.
 *
 * @param prints one of how many shingles is a print, each 2–64, each once; none to try none
 * @param shortest the shingles of a passage
 */
public record PassageGrid(List<Integer> prints, int shortest) {

    /** Tries no prints. */
    public static final PassageGrid NONE = new PassageGrid(List.of(), 50);
}
