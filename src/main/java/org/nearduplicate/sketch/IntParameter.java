package org.nearduplicate.sketch;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.function.Function;

/**
 * A whole-number parameter: its name as users write it, its default and its bounds.
 *
 * @param name the name in mappings, settings and error messages
 * @param defaultValue the value where none is given
 * @param min the smallest value allowed
 * @param max the largest value allowed
 */
public record IntParameter(String name, int defaultValue, int min, int max) {

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

    /**
     * Reads a value as users write it and checks it.
     *
     * @param value a number or the text of one
     * @return the value
     * @throws IllegalArgumentException naming the parameter, its range and the value
     */
    public int parse(Object value) {
        try {
            return check(new BigDecimal(String.valueOf(value)).intValueExact());
        } catch (NumberFormatException | ArithmeticException e) {
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
    public int read(Function<String, String> source) {
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
    public Integer readOptional(Function<String, String> source) {
        String value = source.apply(name);
        return value == null ? null : parse(value);
    }

    private IllegalArgumentException refusal(Object value) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT,
                        "[%s] must be a whole number between %d and %d, got [%s]", name, min, max,
                        value));
    }
}
