package org.nearduplicate.elasticsearch.field;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;

/**
 * The options of a scheme, as a user gives them in a mapping or in the settings of a token filter.
 *
 * @param said the values that were given, each within its own bounds; bands, rows and their goal are chosen where they
 *     are missing
 */
public record SchemeOptions(Map<Parameter<?>, Object> said) {

    /** All options. */
    static final List<Parameter<?>> ALL = List.of(
            Parameters.SHINGLE_UNIT, Parameters.SHINGLE_SIZE, Parameters.SIMILARITY,
            Parameters.RECALL, Parameters.BANDS, Parameters.ROWS, Parameters.HASH_COUNT,
            Parameters.SIGNATURE_BITS, Parameters.SKETCH, Parameters.HASH_FUNCTION,
            Parameters.SEED, Parameters.SCHEME_VERSION);

    /**
     * Reads all options.
     *
     * @param source gives the value of an option as the user wrote it, or null
     * @throws IllegalArgumentException if one is out of its bounds
     */
    static SchemeOptions read(Function<String, String> source) {
        Map<Parameter<?>, Object> said = new HashMap<>();
        for (Parameter<?> parameter : ALL) {
            String value = source.apply(parameter.name());
            said.put(parameter, value == null ? null : parameter.parse(value));
        }
        return new SchemeOptions(said);
    }

    /** Returns the value that was given, or null. */
    @SuppressWarnings("unchecked")
    <T> T said(Parameter<T> parameter) {
        return (T) said.get(parameter);
    }

    /** Returns the value that was given, or else the default. */
    <T> T get(Parameter<T> parameter) {
        T value = said(parameter);
        return value == null ? parameter.defaultValue() : value;
    }

    /** Returns bands and rows with the goal they meet, chosen or checked. */
    public BandChoice bandChoice() {
        return BandChoice.resolve(
                said(Parameters.BANDS), said(Parameters.ROWS), said(Parameters.SIMILARITY),
                said(Parameters.RECALL), get(Parameters.HASH_COUNT));
    }

    /** Returns the scheme that these options describe, with all rows. */
    public Scheme scheme() {
        return new Scheme(
                get(Parameters.SCHEME_VERSION),
                get(Parameters.SHINGLE_UNIT),
                get(Parameters.SHINGLE_SIZE),
                get(Parameters.HASH_FUNCTION),
                get(Parameters.SEED),
                get(Parameters.SKETCH),
                get(Parameters.HASH_COUNT),
                get(Parameters.SIGNATURE_BITS),
                bandChoice().banding());
    }
}
