package org.nearduplicate.tuning;

import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Scheme;

/**
 * A field that is already made from the texts of a sample.
 *
 * @param name its name
 * @param shingles its shingles
 * @param sketch its sketches
 * @param banding its bands
 */
public record PresentField(
        String name, ShingleSetting shingles, SketchSetting sketch, Banding banding) {

    /**
     * Describes a field.
     *
     * @param name its name
     * @param analyzer the name of its analyzer
     * @param scheme how its texts are sketched
     */
    public static PresentField of(String name, String analyzer, Scheme scheme) {
        return new PresentField(
                name,
                new ShingleSetting(analyzer, scheme.shingleUnit(), scheme.shingleSize()),
                SketchSetting.of(scheme),
                scheme.banding());
    }

    /** Returns the setting by which the field finds pairs from a similarity on, whatever its own is. */
    Setting setting(double similarity) {
        return new Setting(shingles, sketch, banding, similarity);
    }
}
