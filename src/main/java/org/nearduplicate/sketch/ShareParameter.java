package org.nearduplicate.sketch;

import java.util.Locale;
import java.util.function.Function;
/**
 * A parameter that is a share of one: a similarity or a probability, above 0 and at most 1.
 *
 * @param name the name in mappings, settings and error messages
 * @param defaultValue the value where none is given
 * @param oneIncluded whether 1 itself is allowed
 */
public record ShareParameter(String name, double defaultValue, boolean oneIncluded) {

    /**
     * Returns the value if it is within the bounds.
     *
     * @param value the value to check
     * @return the value
     * @throws IllegalArgumentException naming the parameter, its range and the value
     */
    public double check(double value) {
        boolean withinBounds = value > 0 && (oneIncluded ? value <= 1 : value < 1);
        if (withinBounds == false) {
            throw refusal(value);
        }
        return value;
    }

    /**
     * Reads a value as users write it and checks it.
     *
     * @param value a number or the text of one
     * @return the value
     * @throws IllegalArgumentException naming the parameter, its range and the value
     */
    public double parse(Object value) {
        try {
            return check(Double.parseDouble(String.valueOf(value)));
        } catch (NumberFormatException e) {
            throw refusal(value);
        }
    }

    /**
     * Reads the value from a source of texts.
     *
     * @param source gives the text of a parameter by its name, or null
     * @return the value, or the default where there is none
     * @throws IllegalArgumentException if the value is not allowed
     */
    public double read(Function<String, String> source) {
        String value = source.apply(name);
        return value == null ? defaultValue : parse(value);
    }

    /**
     * Reads the value from a source of texts, where no default stands in for it.
     *
     * @param source gives the text of a parameter by its name, or null
     * @return the value, or null where there is none
     * @throws IllegalArgumentException if the value is not allowed
     */
    public Double readOptional(Function<String, String> source) {
        String value = source.apply(name);
        return value == null ? null : parse(value);
    }

    private IllegalArgumentException refusal(Object value) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT, "[%s] must be a number in (0,1%s, got [%s]", name,
                        oneIncluded ? "]" : ")", value));
    }
}
