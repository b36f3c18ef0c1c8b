package org.nearduplicate.tuning;

import java.util.Objects;
import org.nearduplicate.sketch.BandChoice;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Scheme;

/**
 * One combination of parameters that is tried.
 *
 * @param shingles what decides about the shingles
 * @param sketch what decides about the sketches
 * @param bands bands and rows, b·r ≤ k, with the similarity from which pairs should be found, and how surely
 */
public record Setting(ShingleSetting shingles, SketchSetting sketch, BandChoice bands) {

    /** Requires all. */
    public Setting {
        Objects.requireNonNull(shingles);
        Objects.requireNonNull(sketch);
        Objects.requireNonNull(bands);
    }

    /** Returns the similarity from which pairs should be found, in (0,1]. */
    public double similarity() {
        return bands.similarity();
    }

    /** Returns the bands that are indexed, with all their rows. */
    public Banding banding() {
        return bands.banding();
    }

    /** Returns the bands as a query sees them: of as many rows as it takes. */
    public Banding taken() {
        return bands.taken();
    }

    /** Returns which pairs a field with these parameters should find. */
    public WantedPairs wanted() {
        return new WantedPairs(shingles, similarity());
    }

    /** Returns the scheme of a field with these parameters. */
    public Scheme scheme() {
        return sketch.scheme(shingles).withBanding(banding());
    }
}
