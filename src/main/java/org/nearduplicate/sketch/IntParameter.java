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
        implements Parameter<Integer> {

    /**
     * Returns the value if it is within the bounds.
     *
     * @param value the value to check
     * @return the value
     * @throws IllegalArgumentException naming the parameter, its range and the value
     */
    public int check(int value) {
        if (value < min || value > max) {
            throw refusal(value);
        }
        return value;
    }

    @Override
    public Integer parse(Object value) {
        try {
            return check(Parameter.number(value).intValueExact());
        } catch (NumberFormatException | ArithmeticException e) {
            throw refusal(value);
        }
    }

    private IllegalArgumentException refusal(Object value) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT, "[%s] must be %s, got [%s]", name, allowed(), value));
    }

    private String allowed() {
        return min == max
                ? min + ", the only value that this version of the plugin knows"
                : String.format(Locale.ROOT, "a whole number between %d and %d", min, max);
    }
}
