package org.nearduplicate.sketch;

import java.util.List;
import java.util.Locale;

/**
 * A parameter that takes one of a few whole numbers.
 *
 * @param name the name in mappings, settings and error messages
 * @param defaultValue the value where none is given
 * @param choices the values allowed
 */
public record IntChoiceParameter(String name, Integer defaultValue, List<Integer> choices)
        implements Parameter<Integer> {

    /**
     * Returns the value if it is allowed.
     *
     * @param value the value to check
     * @return the value
     * @throws IllegalArgumentException naming the parameter, its values and the value
     */
    public int check(int value) {
        if (choices.contains(value) == false) {
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
                String.format(Locale.ROOT,
                        "[%s] must be one of %s, got [%s]", name, choices, value));
    }
}
