package org.nearduplicate.tuning;

import java.util.Objects;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.ShingleUnit;

/**
 * What decides about the shingles of a text, and so about every similarity.
 *
 * @param analyzer the name of the analyzer that gives the tokens
 * @param unit what a shingle is made of
 * @param size n, the units in a shingle, 1–64
 */
public record ShingleSetting(String analyzer, ShingleUnit unit, int size) {

    /**
     * Checks every part.
     *
     * @throws IllegalArgumentException if the size is out of its bounds
     */
    public ShingleSetting {
        Objects.requireNonNull(analyzer);
        Objects.requireNonNull(unit);
        Parameters.SHINGLE_SIZE.check(size);
    }
}
