package org.nearduplicate.tuning;

import org.nearduplicate.sketch.BandChoice;
import org.nearduplicate.sketch.Scheme;

/**
 * A field that is already made from the texts of a sample.
 *
 * @param name its name
 * @param shingles its shingles
 * @param sketch its sketches
 * @param bands its bands, and how surely they find the pairs that a query asks for
 */
public record PresentField(
        String name, ShingleSetting shingles, SketchSetting sketch, BandChoice bands) {

    /**
     * Describes a field.
     *
     * @param name its name
     * @param analyzer the name of its analyzer
     * @param scheme how its texts are sketched
     * @param bands its bands, those of the scheme
     */
    public static PresentField of(String name, String analyzer, Scheme scheme, BandChoice bands) {
        return new PresentField(
                name,
                new ShingleSetting(analyzer, scheme.shingleUnit(), scheme.shingleSize()),
                SketchSetting.of(scheme),
                bands);
    }

    /** Returns the setting by which the field finds pairs from a similarity on, whatever its own is: with its own recall. */
    Setting setting(double similarity) {
        return new Setting(
                shingles, sketch, BandChoice.of(bands.banding(), bands.goal(similarity, null)));
    }
}
