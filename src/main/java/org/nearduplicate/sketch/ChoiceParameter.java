package org.nearduplicate.sketch;

import java.util.Arrays;
import java.util.Locale;

/**
 * A parameter that takes one of a few names, the lower-case names of an enumeration.
 *
 * @param <E> the enumeration
 * @param name the name in mappings, settings and error messages
 * @param defaultValue the value where none is given
 */
public record ChoiceParameter<E extends Enum<E>>(String name, E defaultValue)
        implements Parameter<E> {

    @Override
    public E parse(Object value) {
        for (E choice : choices()) {
            if (nameOf(choice).equals(String.valueOf(value))) {
                return choice;
            }
        }
        throw refusal(value);
    }

    @Override
    public String allowed() {
        return "one of " + Arrays.stream(choices()).map(ChoiceParameter::nameOf).toList();
    }

    /** Returns the name by which users call a constant. */
    public static String nameOf(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    private E[] choices() {
        return defaultValue.getDeclaringClass().getEnumConstants();
    }
}
