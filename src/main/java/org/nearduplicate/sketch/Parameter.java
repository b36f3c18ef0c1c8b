package org.nearduplicate.sketch;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * A parameter as users write it: its name, its default and what it may be.
 *
 * @param <T> the type of its value
 */
public sealed interface Parameter<T>
        permits IntParameter, ShareParameter, ChoiceParameter {

    /** As a JSON parser has it: reading a number takes time that grows with the square of its digits. */
    int MAX_DIGITS = 1_000;

    /** Returns the name in mappings, settings and error messages. */
    String name();

    /** Returns the value where none is given. */
    T defaultValue();

    /** Returns what the value may be, as it follows "must be" in an error message. */
    String allowed();

    /** Returns the refusal of a value as it was written: it names the parameter, what it may be and the value. */
    default IllegalArgumentException refusal(Object value) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT, "[%s] must be %s, got [%s]", name(), allowed(), value));
    }

    /**
     * Reads a value as users write it and checks it.
     *
     * @param value the value, or its text
     * @throws IllegalArgumentException naming the parameter, what it may be and the value
     */
    T parse(Object value);

    /**
     * Reads a number as users write it.
     *
     * @param value the number, or its text
     * @throws NumberFormatException if it is none, or longer than {@link #MAX_DIGITS}
     */
    static BigDecimal number(Object value) {
        String text = String.valueOf(value);
        if (text.length() > MAX_DIGITS) {
            throw new NumberFormatException("too long");
        }
        return new BigDecimal(text);
    }
}
