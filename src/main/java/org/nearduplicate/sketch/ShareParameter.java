package org.nearduplicate.sketch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parameter that is a share of one: a similarity or a probability, above 0 and at most 1.
 *
 * @param name the name in mappings, settings and error messages
 * @param defaultValue the value where none is given
 * @param oneIncluded whether 1 itself is allowed
 */
public record ShareParameter(String name, Double defaultValue, boolean oneIncluded)
        implements Parameter<Double> {

    private static final Pattern PERCENT = Pattern.compile("([1-9][0-9])(?:\\.0)?%?");

    /**
     * Returns the value if it is within the bounds.
     *
     * @throws IllegalArgumentException naming the parameter, its range and the value
     */
    public double check(double value) {
        return check(value, value);
    }

    @Override
    public Double parse(Object value) {
        try {
            return check(Parameter.number(value).doubleValue(), value);
        } catch (NumberFormatException e) {
            throw refusal(value);
        }
    }

    private double check(double value, Object asWritten) {
        boolean withinBounds = value > 0 && (oneIncluded ? value <= 1 : value < 1);
        if (withinBounds == false) {
            throw refusal(asWritten);
        }
        return value;
    }

    /** Says of a percentage what it is as a share. */
    @Override
    public IllegalArgumentException refusal(Object value) {
        IllegalArgumentException refusal = Parameter.super.refusal(value);
        Matcher percent = PERCENT.matcher(String.valueOf(value));
        return percent.matches()
                ? new IllegalArgumentException(
                        refusal.getMessage() + ": " + percent.group(1) + "% is [0."
                                + percent.group(1) + "]")
                : refusal;
    }

    @Override
    public String allowed() {
        return "a number in (0,1" + (oneIncluded ? "]" : ")");
    }
}
