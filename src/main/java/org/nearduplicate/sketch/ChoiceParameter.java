package org.nearduplicate.sketch;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/**
 * A parameter that takes one of a few names, the lower-case names of an enumeration.
 *
 * @param <E> the enumeration
 * @param name the name in mappings, settings and error messages
 * @param defaultValue the value where none is given
 */
public record ChoiceParameter<E extends Enum<E>>(String name, E defaultValue) {

    /**
     * Returns the constant of that name.
     *
     * @param value the name as the user wrote it
     * @return the constant
     * @throws IllegalArgumentException naming the parameter, its choices and the value
     */
    public E parse(String value) {
        for (E choice : choices()) {
            if (nameOf(choice).equals(value)) {
                return choice;
            }
        }
        throw new IllegalArgumentException(
                String.format(Locale.ROOT, "[%s] must be one of %s, got [%s]",
                        name,
                        Arrays.stream(choices()).map(ChoiceParameter::nameOf).toList(),
                        value));
    }

    /**
     * Reads the value from a source of texts.
     *
     * @param source gives the text of a parameter by its name, or null
     * @return the value, or the default where there is none
     * @throws IllegalArgumentException if the value is not allowed
     */
    public E read(Function<String, String> source) {
        String value = source.apply(name);
        return value == null ? defaultValue : parse(value);
    }

    /**
     * Returns the name by which users call a constant.
     *
     * @param choice a constant
     * @return its name in lower case
     */
    public static String nameOf(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    private E[] choices() {
        return defaultValue.getDeclaringClass().getEnumConstants();
    }
}
