package org.nearduplicate.elasticsearch.field;

import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.index.mapper.MappingParserContext;
import org.nearduplicate.lucene.NearDuplicateAnalyzer;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
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

    private static final String EXACT = "exact";

    private final Supplier<NamedAnalyzer> defaultAnalyzer;
    private final Parameter<NamedAnalyzer> analyzer;

    private final Parameter<Integer> version =
            MappingParameters.whole(Parameters.SCHEME_VERSION, current(SchemeOptions::version))
                    .alwaysSerialize();
    private final Parameter<ShingleUnit> shingleUnit =
            MappingParameters.choice(
                    Parameters.SHINGLE_UNIT, current(SchemeOptions::shingleUnit));
    private final Parameter<Integer> shingleSize =
            MappingParameters.whole(Parameters.SHINGLE_SIZE, current(SchemeOptions::shingleSize));
    private final Parameter<Integer> hashCount =
            MappingParameters.whole(Parameters.HASH_COUNT, current(SchemeOptions::hashCount));
    private final Parameter<SketchAlgorithm> sketch =
            MappingParameters.choice(Parameters.SKETCH, current(SchemeOptions::sketch));
    private final Parameter<HashFunction> hashFunction =
            MappingParameters.choice(
                    Parameters.HASH_FUNCTION, current(SchemeOptions::hashFunction));
    private final Parameter<Integer> seed =
            MappingParameters.whole(Parameters.SEED, current(SchemeOptions::seed));
    private final Parameter<Double> similarity =
            MappingParameters.chosen(
                    Parameters.SIMILARITY,
                    current(SchemeOptions::similarity),
                    () -> options().bandChoice().similarity());
    private final Parameter<Double> recall =
            MappingParameters.chosen(
                    Parameters.RECALL,
                    current(SchemeOptions::recall),
                    () -> options().bandChoice().recall());
    private final Parameter<Integer> bands =
            MappingParameters.chosen(
                    Parameters.BANDS,
                    current(SchemeOptions::bands),
                    () -> options().bandChoice().banding().bands());
    private final Parameter<Integer> rows =
            MappingParameters.chosen(
                    Parameters.ROWS,
                    current(SchemeOptions::rows),
                    () -> options().bandChoice().banding().rows())
                    .addValidator(value -> options().scheme());
    private final Parameter<Boolean> exact =
            MappingParameters.flag(EXACT, mapper -> configuration(mapper).exact());
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();

    MinHashFieldBuilder(String name, Supplier<NamedAnalyzer> defaultAnalyzer) {
        super(name);
        this.defaultAnalyzer = defaultAnalyzer;
        this.analyzer =
                Parameter.analyzerParam(
                        "analyzer",
                        false,
                        mapper -> configuration(mapper).analyzer(),
                        defaultAnalyzer)
                        .addValidator(value -> value.checkAllowedInMode(AnalysisMode.ALL));
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

    private static Configuration configuration(FieldMapper mapper) {
        return ((MinHashFieldMapper) mapper).configuration();
    }

    private static <T> Function<FieldMapper, T> current(Function<SchemeOptions, T> option) {
        return mapper -> option.apply(configuration(mapper).options());
    }
}
