package org.nearduplicate.tuning;

import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Scheme;

/**
 * One combination of parameters that is measured.
 *
 * @param analyzer the name of the analyzer that gives the tokens
 * @param scheme how texts are sketched, with these bands
 * @param bands bands and rows, b·r ≤ k, with the similarity from which pairs should be found, and how surely
 */
public record Setting(String analyzer, Scheme scheme, BandChoice bands) {

    /** Cuts the scheme into the bands. */
    public Setting {
        scheme = scheme.withBanding(bands.banding());
    }

    /** Returns the setting for another similarity, with the same recall. */
    Setting from(double similarity) {
        return new Setting(
                analyzer, scheme, BandChoice.of(banding(), bands.goal(similarity, null)));
    }

    public ShingleSetting shingles() {
        return new ShingleSetting(analyzer, scheme.shingleUnit(), scheme.shingleSize());
    }

    /** Returns the scheme without its bands, which all settings with the same sketches have in common. */
    Scheme sketch() {
        return scheme.withBanding(ShingleSetting.ANY);
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
        return new WantedPairs(shingles(), similarity());
    }

    /**
     * Which pairs a setting should find. Settings that want the same pairs can be compared.
     *
     * @param shingles the shingles of which the similarities are
     * @param similarity the similarity that the pairs reach
     */
    public record WantedPairs(ShingleSetting shingles, double similarity) {}
}
