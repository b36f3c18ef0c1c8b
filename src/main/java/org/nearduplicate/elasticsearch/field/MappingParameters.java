package org.nearduplicate.elasticsearch.field;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.sketch.Parameter;

/**
 * Turns the parameters of a scheme into parameters of a mapping, all immutable. {@code current} reads
 * the value of an existing field.
 */
final class MappingParameters {

    private MappingParameters() {}

    /** A whole number with a default. */
    static FieldMapper.Parameter<Integer> whole(
            IntParameter parameter, Function<FieldMapper, Integer> current) {
        return new FieldMapper.Parameter<>(
                parameter.name(),
                false,
                parameter::defaultValue,
                (name, context, value) -> parameter.parse(value),
                current,
                XContentBuilder::field,
                Objects::toString);
    }

    /** One of a few names, with a default. */
    static <E extends Enum<E>> FieldMapper.Parameter<E> choice(
            ChoiceParameter<E> parameter, Function<FieldMapper, E> current) {
        return new FieldMapper.Parameter<>(
                parameter.name(),
                false,
                parameter::defaultValue,
                (name, context, value) -> parameter.parse(value),
                current,
                (json, name, value) -> json.field(name, ChoiceParameter.nameOf(value)),
                ChoiceParameter::nameOf);
    }

    /** A number that is null where the user did not say it, and then shows what was chosen. */
    static <T extends Number> FieldMapper.Parameter<T> chosen(
            Parameter<T> parameter, Function<FieldMapper, T> current, Supplier<T> chosen) {
        return new FieldMapper.Parameter<>(
                parameter.name(),
                false,
                () -> null,
                (name, context, value) -> parameter.parse(value),
                current,
                (json, name, value) -> json.field(name, value == null ? chosen.get() : value),
                value -> value == null ? "chosen" : value.toString());
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
