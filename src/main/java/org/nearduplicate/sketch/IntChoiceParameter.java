package org.nearduplicate.sketch;

import java.util.List;

/**
 * A parameter that takes one of a few whole numbers.
 *
 * @param name the name in mappings, settings and error messages
 * @param defaultValue the value where none is given
 * @param choices the values allowed
 */
public record IntChoiceParameter(String name, Integer defaultValue, List<Integer> choices)
        implements WholeNumberParameter {

    @Override
    public boolean allows(int value) {
        return choices.contains(value);
    }

    @Override
    public String allowed() {
        return "one of " + choices;
    }
}
