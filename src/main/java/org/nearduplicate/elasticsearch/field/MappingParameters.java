package org.nearduplicate.elasticsearch.field;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Parameter;

/**
 * Turns the parameters of a scheme into parameters of a mapping, all immutable. {@code current} reads
 * the value of an existing field.
 */
final class MappingParameters {

    private MappingParameters() {}

    /** A value with a default, written as a user would write it. */
    static <T> FieldMapper.Parameter<T> of(
            Parameter<T> parameter, Function<FieldMapper, T> current) {
        return of(parameter, parameter::defaultValue, current);
    }

    /** A value that is none, and does not show, where it is not said. */
    static <T> FieldMapper.Parameter<T> optional(
            Parameter<T> parameter, Function<FieldMapper, T> current) {
        return of(parameter, () -> null, current)
                .setSerializerCheck((defaults, configured, value) -> value != null);
    }

    private static <T> FieldMapper.Parameter<T> of(
            Parameter<T> parameter, Supplier<T> otherwise, Function<FieldMapper, T> current) {
        return new FieldMapper.Parameter<>(
                parameter.name(),
                false,
                otherwise,
                (name, context, value) -> parameter.parse(value),
                current,
                (json, name, value) -> json.field(name, written(value)),
                value -> String.valueOf(written(value)));
    }

    private static Object written(Object value) {
        return value instanceof Enum<?> choice ? ChoiceParameter.nameOf(choice) : value;
    }

    /**
     * The value of a parameter that a user says or leaves to be chosen. Equal if the values are: then
     * Elasticsearch takes one mapping for an update of the other.
     *
     * @param value what holds, or null while it is open
     * @param said whether the user said it
     */
    record Choice<T>(T value, boolean said) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Choice<?> choice && Objects.equals(value, choice.value);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(value);
        }
    }

    /**
     * A number that is chosen where the user did not say it. It shows where it was said; what was chosen
     * can be said later on, and the other way round, as the field stays the same.
     *
     * @param chosen gives what is chosen, from what was said of the other parameters
     */
    static <T extends Number> FieldMapper.Parameter<Choice<T>> chosen(
            Parameter<T> parameter, Function<FieldMapper, Choice<T>> current,
            Supplier<Choice<T>> chosen) {
        return new FieldMapper.Parameter<Choice<T>>(
                parameter.name(),
                false,
                chosen,
                (name, context, value) -> new Choice<>(parameter.parse(value), true),
                current,
                (json, name, choice) -> json.field(name, choice.value()),
                choice -> choice.value().toString())
                .setSerializerCheck((defaults, configured, choice) -> defaults || choice.said());
    }

    /** Returns what a user said of such a parameter, or null. */
    static <T> T said(FieldMapper.Parameter<Choice<T>> parameter) {
        return parameter.get().said() ? parameter.get().value() : null;
    }

    /** True or false, and false where it is not said. */
    static FieldMapper.Parameter<Boolean> flag(
            String parameter, Function<FieldMapper, Boolean> current) {
        return new FieldMapper.Parameter<>(
                parameter,
                false,
                () -> false,
                (name, context, value) -> parseFlag(parameter, value),
                current,
                XContentBuilder::field,
                Objects::toString);
    }

    private static boolean parseFlag(String name, Object value) {
        return switch (String.valueOf(value)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        "[" + name + "] must be [true] or [false], got [" + value + "]");
        };
    }
}
