package org.nearduplicate.elasticsearch.field;

import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.elasticsearch.field.MappingParameters.Choice;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Prints;
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
     * @param prints which shingles are indexed as prints, or null
     * @param analyzer gives the tokens
     * @param defaultAnalyzer the analyzer where the mapping names none
     * @param memory is asked for what queries take
     */
    record Configuration(
            SchemeOptions options,
            boolean exact,
            Prints prints,
            NamedAnalyzer analyzer,
            Supplier<NamedAnalyzer> defaultAnalyzer,
            QueryMemory memory) {}

    private static final String EXACT = "exact";

    private final Supplier<NamedAnalyzer> defaultAnalyzer;
    private final QueryMemory memory;

    /** While it is asked what was said, what was not said is open: it is chosen by the answer. */
    private boolean isAsked;

    private final Parameter<NamedAnalyzer> analyzer;

    private final Parameter<Integer> version =
            MappingParameters.of(Parameters.SCHEME_VERSION, current(SchemeOptions::version))
                    .alwaysSerialize();
    private final Parameter<ShingleUnit> shingleUnit =
            MappingParameters.of(
                    Parameters.SHINGLE_UNIT, current(SchemeOptions::shingleUnit));
    private final Parameter<Integer> shingleSize =
            MappingParameters.of(Parameters.SHINGLE_SIZE, current(SchemeOptions::shingleSize));
    private final Parameter<Integer> hashCount =
            MappingParameters.of(Parameters.HASH_COUNT, current(SchemeOptions::hashCount));
    private final Parameter<Integer> signatureBits =
            MappingParameters.of(
                    Parameters.SIGNATURE_BITS, current(SchemeOptions::signatureBits));
    private final Parameter<SketchAlgorithm> sketch =
            MappingParameters.of(Parameters.SKETCH, current(SchemeOptions::sketch));
    private final Parameter<HashFunction> hashFunction =
            MappingParameters.of(
                    Parameters.HASH_FUNCTION, current(SchemeOptions::hashFunction));
    private final Parameter<Integer> seed =
            MappingParameters.of(Parameters.SEED, current(SchemeOptions::seed));
    private final Parameter<Choice<Double>> similarity =
            chosen(Parameters.SIMILARITY, SchemeOptions::similarity, BandChoice::similarity);
    private final Parameter<Choice<Double>> recall =
            chosen(Parameters.RECALL, SchemeOptions::recall, BandChoice::recall);
    private final Parameter<Choice<Integer>> bands =
            chosen(Parameters.BANDS, SchemeOptions::bands, choice -> choice.banding().bands());
    private final Parameter<Choice<Integer>> rows =
            chosen(Parameters.ROWS, SchemeOptions::rows, choice -> choice.banding().rows())
                    .addValidator(value -> options().scheme());
    private final Parameter<Boolean> exact =
            MappingParameters.flag(EXACT, mapper -> configuration(mapper).exact());
    private final Parameter<Integer> passages =
            MappingParameters.optional(
                    Prints.PARAMETER,
                    mapper -> {
                        Prints prints = configuration(mapper).prints();
                        return prints == null ? null : prints.oneIn();
                    });
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();

    MinHashFieldBuilder(
            String name, Supplier<NamedAnalyzer> defaultAnalyzer, QueryMemory memory) {
        super(name);
        this.defaultAnalyzer = defaultAnalyzer;
        this.memory = memory;
        this.analyzer =
                Parameter.analyzerParam(
                        "analyzer",
                        false,
                        mapper -> configuration(mapper).analyzer(),
                        defaultAnalyzer)
                        .addValidator(value -> value.checkAllowedInMode(AnalysisMode.ALL));
    }

    /** Asked for from 9.5 on. */
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
                signatureBits,
                bands,
                rows,
                sketch,
                hashFunction,
                seed,
                exact,
                passages,
                version,
                meta
        };
    }

    @Override
    public MinHashFieldMapper build(MapperBuilderContext context) {
        Prints prints = passages.get() == null ? null : new Prints(passages.get());
        Configuration configuration = new Configuration(
                options(), exact.get(), prints, analyzer.get(), defaultAnalyzer, memory);
        MinHashFieldType fieldType =
                new MinHashFieldType(
                        context.buildFullName(leafName()), configuration, meta.get());
        return new MinHashFieldMapper(leafName(), fieldType, builderParams(this, context));
    }

    private SchemeOptions options() {
        isAsked = true;
        try {
            return new SchemeOptions(
                    shingleUnit.get(),
                    shingleSize.get(),
                    MappingParameters.said(similarity),
                    MappingParameters.said(recall),
                    MappingParameters.said(bands),
                    MappingParameters.said(rows),
                    hashCount.get(),
                    signatureBits.get(),
                    sketch.get(),
                    hashFunction.get(),
                    seed.get(),
                    version.get());
        } finally {
            isAsked = false;
        }
    }

    /** A parameter of bands and rows and their goal, of which what is not said is chosen. */
    private <T extends Number> Parameter<Choice<T>> chosen(
            org.nearduplicate.sketch.Parameter<T> parameter,
            Function<SchemeOptions, T> said,
            Function<BandChoice, T> chosen) {
        return MappingParameters.chosen(
                parameter,
                mapper -> {
                    SchemeOptions options = configuration(mapper).options();
                    T value = said.apply(options);
                    return value == null
                            ? new Choice<>(chosen.apply(options.bandChoice()), false)
                            : new Choice<>(value, true);
                },
                () -> new Choice<>(
                        isAsked ? null : chosen.apply(options().bandChoice()), false));
    }

    private static Configuration configuration(FieldMapper mapper) {
        return ((MinHashFieldMapper) mapper).fieldType().configuration();
    }

    private static <T> Function<FieldMapper, T> current(Function<SchemeOptions, T> option) {
        return mapper -> option.apply(configuration(mapper).options());
    }
}
