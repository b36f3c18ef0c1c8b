package org.nearduplicate.format;

import java.util.LinkedHashMap;
import java.util.Map;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** Schemes as a fixture keeps them: every component of a scheme by its name in a mapping. */
public final class FormatFields {

    /** Whether shingle sets are stored. */
    public static final String EXACT = "exact";

    private FormatFields() {}

    /** Returns a field for each hash function, sketch and unit, the default and one of many bands. */
    static Map<String, Map<String, Object>> all() {
        Map<String, Map<String, Object>> fields = new LinkedHashMap<>();
        for (HashFunction function : HashFunction.values()) {
            for (SketchAlgorithm sketch : SketchAlgorithm.values()) {
                for (ShingleUnit unit : ShingleUnit.values()) {
                    String name = String.join("-", ChoiceParameter.nameOf(function),
                            ChoiceParameter.nameOf(sketch), ChoiceParameter.nameOf(unit));
                    int size = unit == ShingleUnit.WORD ? 2 : 5;
                    fields.put(
                            name,
                            describe(
                                    new Scheme(
                                            Parameters.SCHEME_VERSION.defaultValue(), unit, size,
                                            function, name.length(), sketch, 32,
                                            1 << fields.size() % 4, new Banding(10, 3)),
                                    unit == ShingleUnit.WORD));
                }
            }
        }
        fields.put("default", standard());
        fields.put("many-bands", describe(words(new Banding(70, 2)), true));
        return fields;
    }

    /** Returns how a field is described. */
    public static Map<String, Object> describe(Scheme scheme, boolean exact) {
        Map<String, Object> field = new LinkedHashMap<>();
        field.put("scheme_version", scheme.version());
        field.put("shingle_unit", ChoiceParameter.nameOf(scheme.shingleUnit()));
        field.put("shingle_size", scheme.shingleSize());
        field.put("hash_function", ChoiceParameter.nameOf(scheme.hashFunction()));
        field.put("seed", scheme.seed());
        field.put("sketch", ChoiceParameter.nameOf(scheme.sketch()));
        field.put("hash_count", scheme.hashCount());
        field.put("signature_bits", scheme.signatureBits());
        field.put("bands", scheme.banding().bands());
        field.put("rows", scheme.banding().rows());
        field.put(EXACT, exact);
        return field;
    }

    /**
     * Returns the scheme of a field, in which nothing is left to a default.
     *
     * @throws IllegalArgumentException if this version of the code does not know it
     */
    public static Scheme scheme(Map<String, ?> field) {
        return new Scheme(
                Parameters.SCHEME_VERSION.parse(field.get("scheme_version")),
                Parameters.SHINGLE_UNIT.parse(field.get("shingle_unit")),
                Parameters.SHINGLE_SIZE.parse(field.get("shingle_size")),
                Parameters.HASH_FUNCTION.parse(field.get("hash_function")),
                Parameters.SEED.parse(field.get("seed")),
                Parameters.SKETCH.parse(field.get("sketch")),
                Parameters.HASH_COUNT.parse(field.get("hash_count")),
                Parameters.SIGNATURE_BITS.parse(field.get("signature_bits")),
                new Banding(
                        Parameters.BANDS.parse(field.get("bands")),
                        Parameters.ROWS.parse(field.get("rows"))));
    }

    /** Returns the default scheme. */
    public static Map<String, Object> standard() {
        return describe(words(new Banding(12, 6)), false);
    }

    private static Scheme words(Banding banding) {
        return new Scheme(
                Parameters.SCHEME_VERSION.defaultValue(), ShingleUnit.WORD, 3, HashFunction.XXH3, 0,
                SketchAlgorithm.FAST_SIMILARITY, 192,
                2, banding);
    }
}
