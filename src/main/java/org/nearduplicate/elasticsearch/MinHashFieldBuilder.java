package org.nearduplicate.elasticsearch;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.index.mapper.MappingParserContext;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.lucene.NearDuplicateAnalyzer;
import org.nearduplicate.sketch.BandChoice;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.ShareParameter;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * The parameters of a {@code minhash} field in a mapping. All that change a hash are immutable; bands
 * and rows that were chosen show with {@code include_defaults}.
 */
final class MinHashFieldBuilder extends FieldMapper.Builder {

    /**
     * What a mapping says of one field.
     *
     * @param options the scheme as the user described it
     * @param exact whether shingle sets are stored
     * @param analyzer gives the tokens
     * @param defaultAnalyzer the analyzer where the mapping names none
     */
    record Configuration(
            SchemeOptions options,
            boolean exact,
            NamedAnalyzer analyzer,
            Supplier<NamedAnalyzer> defaultAnalyzer) {}

    private final Supplier<NamedAnalyzer> defaultAnalyzer;
    private final Parameter<NamedAnalyzer> analyzer;

    private final Parameter<Integer> version =
            whole(Parameters.SCHEME_VERSION, SchemeOptions::version).alwaysSerialize();
    private final Parameter<ShingleUnit> shingleUnit =
            choice(Parameters.SHINGLE_UNIT, SchemeOptions::shingleUnit);
    private final Parameter<Integer> shingleSize =
            whole(Parameters.SHINGLE_SIZE, SchemeOptions::shingleSize);
    private final Parameter<Integer> hashCount =
            whole(Parameters.HASH_COUNT, SchemeOptions::hashCount);
    private final Parameter<SketchAlgorithm> sketch =
            choice(Parameters.SKETCH, SchemeOptions::sketch);
    private final Parameter<HashFunction> hashFunction =
            choice(Parameters.HASH_FUNCTION, SchemeOptions::hashFunction);
    private final Parameter<Integer> seed = whole(Parameters.SEED, SchemeOptions::seed);
    private final Parameter<Double> similarity =
            chosenShare(Parameters.SIMILARITY, SchemeOptions::similarity, BandChoice::similarity);
    private final Parameter<Double> recall =
            chosenShare(Parameters.RECALL, SchemeOptions::recall, BandChoice::recall);
    private final Parameter<Integer> bands =
            chosenWhole(
                    Parameters.BANDS, SchemeOptions::bands, choice -> choice.banding().bands());
    private final Parameter<Integer> rows =
            chosenWhole(Parameters.ROWS, SchemeOptions::rows, choice -> choice.banding().rows())
                    .addValidator(value -> options().scheme());
    private final Parameter<Boolean> exact =
            new Parameter<>(
                    "exact",
                    false,
                    () -> false,
                    (name, context, value) -> parseExact(value),
                    mapper -> configuration(mapper).exact(),
                    XContentBuilder::field,
                    Objects::toString);
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();

    MinHashFieldBuilder(String name, Supplier<NamedAnalyzer> defaultAnalyzer) {
        super(name);
        this.defaultAnalyzer = defaultAnalyzer;
        this.analyzer =
                Parameter.analyzerParam(
                        "analyzer",
                        false,
                        mapper -> configuration(mapper).analyzer(),
                        defaultAnalyzer);
    }

    static MinHashFieldBuilder create(String name, MappingParserContext context) {
        return new MinHashFieldBuilder(
                name, () -> context.getIndexAnalyzers().get(NearDuplicateAnalyzer.NAME));
    }

    @Override
    public String contentType() {
        return MinHashFieldMapper.CONTENT_TYPE;
    }

    @Override
    protected Parameter<?>[] getParameters() {
        return new Parameter<?>[] {
                analyzer,
                shingleUnit,
                shingleSize,
                similarity,
                recall,
                hashCount,
                bands,
                rows,
                sketch,
                hashFunction,
                seed,
                exact,
                version,
                meta
        };
    }

    @Override
    public MinHashFieldMapper build(MapperBuilderContext context) {
        Configuration configuration =
                new Configuration(options(), exact.get(), analyzer.get(), defaultAnalyzer);
        MinHashFieldType fieldType =
                new MinHashFieldType(
                        context.buildFullName(leafName()), configuration, meta.get());
        return new MinHashFieldMapper(
                leafName(), fieldType, builderParams(this, context), configuration);
    }

    private SchemeOptions options() {
        return new SchemeOptions(
                version.get(),
                shingleUnit.get(),
                shingleSize.get(),
                hashCount.get(),
                sketch.get(),
                hashFunction.get(),
                seed.get(),
                similarity.get(),
                recall.get(),
                bands.get(),
                rows.get());
    }

    private static boolean parseExact(Object value) {
        return switch (String.valueOf(value)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        "[exact] must be [true] or [false], got [" + value + "]");
        };
    }

    private static Configuration configuration(FieldMapper mapper) {
        return ((MinHashFieldMapper) mapper).configuration();
    }

    private static <T> Function<FieldMapper, T> from(Function<SchemeOptions, T> option) {
        return mapper -> option.apply(configuration(mapper).options());
    }

    private static Parameter<Integer> whole(
            IntParameter parameter, Function<SchemeOptions, Integer> option) {
        return new Parameter<>(
                parameter.name(),
                false,
                parameter::defaultValue,
                (name, context, value) -> parameter.parse(value),
                from(option),
                (json, name, value) -> json.field(name, value),
                Objects::toString);
    }

    private static <E extends Enum<E>> Parameter<E> choice(
            ChoiceParameter<E> parameter, Function<SchemeOptions, E> option) {
        return new Parameter<>(
                parameter.name(),
                false,
                parameter::defaultValue,
                (name, context, value) -> parameter.parse(String.valueOf(value)),
                from(option),
                (json, name, value) -> json.field(name, ChoiceParameter.nameOf(value)),
                ChoiceParameter::nameOf);
    }

    private Parameter<Integer> chosenWhole(
            IntParameter parameter,
            Function<SchemeOptions, Integer> option,
            Function<BandChoice, Integer> chosen) {
        return chosen(parameter.name(), parameter::parse, option, chosen);
    }

    private Parameter<Double> chosenShare(
            ShareParameter parameter,
            Function<SchemeOptions, Double> option,
            Function<BandChoice, Double> chosen) {
        return chosen(parameter.name(), parameter::parse, option, chosen);
    }

    /** A parameter that is null where the user did not say it, and then shows what was chosen. */
    private <T> Parameter<T> chosen(
            String parameter,
            Function<Object, T> parser,
            Function<SchemeOptions, T> option,
            Function<BandChoice, T> chosen) {
        return new Parameter<>(
                parameter,
                false,
                () -> null,
                (name, context, value) -> parser.apply(value),
                from(option),
                (json, name, value) -> json.field(name,
                        value == null ? chosen.apply(options().bandChoice()) : value),
                value -> value == null ? "chosen" : value.toString());
    }
}
