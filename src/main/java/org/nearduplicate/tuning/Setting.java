package org.nearduplicate.tuning;

import java.util.Objects;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;

/**
 * One combination of parameters that is tried.
 *
 * @param shingles what decides about the shingles
 * @param sketch what decides about the sketches
 * @param banding bands and rows, b·r ≤ k
 * @param similarity the similarity from which pairs should be found, in (0,1]
 */
public record Setting(
        ShingleSetting shingles, SketchSetting sketch, Banding banding, double similarity) {

    /**
     * Checks the similarity.
     *
     * @throws IllegalArgumentException if it is out of its bounds
     */
    public Setting {
        Objects.requireNonNull(shingles);
        Objects.requireNonNull(sketch);
        Objects.requireNonNull(banding);
        Parameters.SIMILARITY.check(similarity);
    }

    /** Returns which pairs a field with these parameters should find. */
    public WantedPairs wanted() {
        return new WantedPairs(shingles, similarity);
    }

    /** Returns the scheme of a field with these parameters. */
    public Scheme scheme() {
        return sketch.scheme(shingles).withBanding(banding);
    }
}
