package org.nearduplicate.sketch;

import java.util.Locale;

/**
 * A whole-number parameter: its name as users write it, its default and its bounds.
 *
 * @param name the name in mappings, settings and error messages
 * @param defaultValue the value where none is given
 * @param min the smallest value allowed
 * @param max the largest value allowed
 */
public record IntParameter(String name, Integer defaultValue, int min, int max)
        implements WholeNumberParameter {

    @Override
    public boolean allows(int value) {
        return value >= min && value <= max;
    }

    @Override
    public String allowed() {
        return min == max
                ? min + ", the only value that this version of the plugin knows"
                : String.format(Locale.ROOT, "a whole number between %d and %d", min, max);
    }
}
