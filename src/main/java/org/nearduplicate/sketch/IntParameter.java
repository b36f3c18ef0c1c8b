package org.nearduplicate.sketch;

import java.util.List;
import java.util.Locale;

/**
 * A whole-number parameter: its name as users write it, its default and what it may be.
 *
 * @param name the name in mappings, settings and error messages
 * @param defaultValue the value where none is given
 * @param min the smallest value allowed
 * @param max the largest value allowed
 * @param choices the values allowed, or none where all between these are; not copied
 */
public record IntParameter(
        String name, Integer defaultValue, int min, int max, List<Integer> choices)
        implements Parameter<Integer> {

    /** Allows all values between two, these included. */
    public IntParameter(String name, Integer defaultValue, int min, int max) {
        this(name, defaultValue, min, max, List.of());
    }

    /** Allows a few values, in ascending order. */
    public IntParameter(String name, Integer defaultValue, List<Integer> choices) {
        this(name, defaultValue, choices.getFirst(), choices.getLast(), choices);
    }

    /**
     * Returns the value if it is allowed.
     *
     * @throws IllegalArgumentException naming the parameter, what it may be and the value
     */
    public int check(int value) {
        boolean isAllowed = choices.isEmpty()
                ? value >= min && value <= max
                : choices.contains(value);
        if (isAllowed == false) {
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

    @Override
    public String allowed() {
        if (choices.isEmpty() == false) {
            return "one of " + choices;
        }
        return min == max
                ? min + ", the only value that this version of the plugin knows"
                : String.format(Locale.ROOT, "a whole number between %d and %d", min, max);
    }
}
