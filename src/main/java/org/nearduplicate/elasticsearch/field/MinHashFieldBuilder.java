package org.nearduplicate.elasticsearch.field;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.sets.SampledShingles;

/**
 * The parameters of a {@code minhash} field in a mapping. All that change a hash are immutable; bands
 * and rows that were chosen show with {@code include_defaults}.
 */
final class MinHashFieldBuilder extends FieldMapper.Builder {

    /**
     * The parameters of one field.
     *
     * @param exact whether shingle sets are stored
     * @param sampled which shingles are sampled, or null if none are
     * @param defaultAnalyzer the analyzer where the mapping names none
     */
    record Configuration(
            SchemeOptions options,
            boolean exact,
            SampledShingles sampled,
            NamedAnalyzer analyzer,
            Supplier<NamedAnalyzer> defaultAnalyzer,
            MemoryBudget memory) {}

    /** Bands, rows and their goal, as they are chosen where the user does not give them. */
    private static final Map<Parameter<?>, Function<BandChoice, Number>> CHOSEN = Map.of(
            Parameters.SIMILARITY, BandChoice::similarity,
            Parameters.RECALL, BandChoice::recall,
            Parameters.BANDS, choice -> choice.banding().bands(),
            Parameters.ROWS, choice -> choice.banding().rows());

    private static final String EXACT = "exact";

    private final Supplier<NamedAnalyzer> defaultAnalyzer;
    private final MemoryBudget memory;

    /** Whether the values that the user gave are being read: those that are chosen by them are not known yet. */
    private boolean isReading;

    private final FieldMapper.Parameter<NamedAnalyzer> analyzer;

    /** Those of {@link SchemeOptions#ALL}. */
    private final Map<Parameter<?>, FieldMapper.Parameter<?>> scheme = new LinkedHashMap<>();

    private final FieldMapper.Parameter<Boolean> exact = new FieldMapper.Parameter<>(
            EXACT, false, () -> false,
            (name, context, value) -> parseFlag(value),
            mapper -> configuration(mapper).exact(), XContentBuilder::field, Objects::toString);

    /** Has no default, and is not shown where it is not given. */
    private final FieldMapper.Parameter<Integer> passages =
            parameter(SampledShingles.PARAMETER, () -> null, mapper -> {
                SampledShingles sampled = configuration(mapper).sampled();
                return sampled == null ? null : sampled.oneIn();
            }).setSerializerCheck((defaults, configured, value) -> value != null);
    private final FieldMapper.Parameter<Map<String, String>> meta =
            FieldMapper.Parameter.metaParam();

    MinHashFieldBuilder(
            String name, Supplier<NamedAnalyzer> defaultAnalyzer, MemoryBudget memory) {
        super(name);
        this.defaultAnalyzer = defaultAnalyzer;
        this.memory = memory;
        this.analyzer =
                FieldMapper.Parameter.analyzerParam(
                        "analyzer",
                        false,
                        mapper -> configuration(mapper).analyzer(),
                        defaultAnalyzer)
                        .addValidator(value -> value.checkAllowedInMode(AnalysisMode.ALL));
        for (Parameter<?> parameter : SchemeOptions.ALL) {
            Function<BandChoice, Number> chosen = CHOSEN.get(parameter);
            scheme.put(parameter, chosen == null ? ofScheme(parameter) : chosen(parameter, chosen));
        }
        scheme.get(Parameters.SCHEME_VERSION).alwaysSerialize();
        scheme.get(Parameters.ROWS).addValidator(value -> options().scheme());
    }

    /** Called from 9.5 on. */
    public String contentType() {
        return MinHashFieldMapper.CONTENT_TYPE;
    }

    @Override
    protected FieldMapper.Parameter<?>[] getParameters() {
        List<FieldMapper.Parameter<?>> all = new ArrayList<>(scheme.values());
        int bands = SchemeOptions.ALL.indexOf(Parameters.BANDS);
        // Mappings show bands and rows after the hash count and the bits, and the version after the flags that are no option.
        Collections.rotate(all.subList(bands, bands + 4), 2);
        all.addAll(all.size() - 1, List.of(exact, passages));
        all.addFirst(analyzer);
        all.add(meta);
        return all.toArray(FieldMapper.Parameter<?>[]::new);
    }

    @Override
    public MinHashFieldMapper build(MapperBuilderContext context) {
        SampledShingles sampled =
                passages.get() == null ? null : new SampledShingles(passages.get());
        Configuration configuration = new Configuration(
                options(), exact.get(), sampled, analyzer.get(), defaultAnalyzer, memory);
        MinHashFieldType fieldType =
                new MinHashFieldType(
                        context.buildFullName(leafName()), configuration, meta.get());
        return new MinHashFieldMapper(leafName(), fieldType, builderParams(this, context));
    }

    private SchemeOptions options() {
        Map<Parameter<?>, Object> said = new HashMap<>();
        isReading = true;
        try {
            scheme.forEach((parameter, mapped) -> {
                Object value = mapped.get();
                said.put(parameter, value instanceof Choice choice ? choice.said() : value);
            });
            return new SchemeOptions(said);
        } finally {
            isReading = false;
        }
    }

    /**
     * The value of a parameter that a user gives or leaves to be chosen. Two choices of one value are equal, so that
     * Elasticsearch takes one mapping for an update of the other.
     *
     * @param value the value, or null while it is not known
     * @param isSaid whether the user gave it
     */
    private record Choice(Object value, boolean isSaid) {

        Object said() {
            return isSaid ? value : null;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Choice choice && Objects.equals(value, choice.value);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(value);
        }
    }

    /**
     * A number that is chosen where the user did not give it. It is shown where it was given. A value that was chosen
     * can be given later, and the other way round, as the field stays the same.
     */
    private FieldMapper.Parameter<Choice> chosen(
            Parameter<?> parameter, Function<BandChoice, Number> chosen) {
        return new FieldMapper.Parameter<>(
                parameter.name(),
                false,
                () -> new Choice(isReading ? null : chosen.apply(options().bandChoice()), false),
                (name, context, value) -> new Choice(parameter.parse(value), true),
                mapper -> {
                    SchemeOptions options = configuration(mapper).options();
                    Object said = options.said(parameter);
                    return said == null
                            ? new Choice(chosen.apply(options.bandChoice()), false)
                            : new Choice(said, true);
                },
                (json, name, choice) -> json.field(name, choice.value()),
                choice -> choice.value().toString())
                .setSerializerCheck((defaults, configured, choice) -> defaults || choice.isSaid());
    }

    private static <T> FieldMapper.Parameter<T> ofScheme(Parameter<T> parameter) {
        return parameter(
                parameter, parameter::defaultValue,
                mapper -> configuration(mapper).options().get(parameter));
    }

    /** Returns a parameter whose value is shown as users write it. */
    private static <T> FieldMapper.Parameter<T> parameter(
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

    private static boolean parseFlag(Object value) {
        return switch (String.valueOf(value)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        "[" + EXACT + "] must be [true] or [false], got [" + value + "]");
        };
    }

    private static Configuration configuration(FieldMapper mapper) {
        return ((MinHashFieldMapper) mapper).fieldType().configuration();
    }
}
