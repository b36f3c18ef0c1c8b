package org.nearduplicate.sketch;

import java.util.Locale;

/** A parameter whose values are whole numbers. */
public sealed interface WholeNumberParameter extends Parameter<Integer>
        permits IntParameter, IntChoiceParameter {

    /** Returns whether it may be that number. */
    boolean allows(int value);

    /** Returns what it may be, in words. */
    String allowed();

    /**
     * Returns the value if it is allowed.
     *
     * @param value the value to check
     * @return the value
     * @throws IllegalArgumentException naming the parameter, what it may be and the value
     */
    default int check(int value) {
        if (allows(value) == false) {
            throw refusal(value);
        }
        return value;
    }

    @Override
    default Integer parse(Object value) {
        try {
            return check(Parameter.number(value).intValueExact());
        } catch (NumberFormatException | ArithmeticException e) {
            throw refusal(value);
        }
    }

    private IllegalArgumentException refusal(Object value) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT, "[%s] must be %s, got [%s]", name(), allowed(), value));
    }
}
