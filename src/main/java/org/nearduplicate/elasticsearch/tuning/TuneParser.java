package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.elasticsearch.request.WaitForCompletion;
import org.nearduplicate.lucene.NearDuplicateAnalyzer;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.PassageGoal;
import org.nearduplicate.sketch.Prints;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;
import org.nearduplicate.tuning.BandLists;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.ParameterGrid;
import org.nearduplicate.tuning.PassageGrid;

/** Reads the body of a request to tune. Unknown parameters are refused. */
final class TuneParser {

    static final String ANALYZER = "analyzer";

    /** Around the hash count of a field that says none: what half of it, and twice as many would do. */
    private static final List<Integer> HASH_COUNTS = List.of(96, 192, 384);

    /** Those that are tried for passages of a length if none are said. */
    private static final List<Integer> PRINTS = List.of(4, 8, 16, 32, 64);

    private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>(
            "near_duplicate tune");

    static {
        RequestBody.declareText(PARSER, "field", (body, field) -> body.field = field);
        RequestBody.declareQuery(PARSER, (body, query) -> body.query = query);
        declare(TuneParameters.SAMPLE_SIZE, (body, value) -> body.sampleSize = value);
        declare(TuneParameters.SEED, (body, value) -> body.seed = value);
        declareList(
                ANALYZER,
                (body, values) -> body.analyzers = values,
                parser -> ValueLists.ofNames(ANALYZER, parser));
        declareList(Parameters.SHINGLE_UNIT, (body, values) -> body.units = values);
        declareList(Parameters.SHINGLE_SIZE, (body, values) -> body.shingleSizes = values);
        declareList(Parameters.HASH_FUNCTION, (body, values) -> body.hashFunctions = values);
        declareList(Parameters.SKETCH, (body, values) -> body.algorithms = values);
        declareList(Parameters.HASH_COUNT, (body, values) -> body.hashCounts = values);
        declareList(Parameters.SIGNATURE_BITS, (body, values) -> body.signatureBits = values);
        declareChosen(Parameters.BANDS, (body, values) -> body.bands = values);
        declareChosen(Parameters.ROWS, (body, values) -> body.rows = values);
        declareList(Parameters.SIMILARITY, (body, values) -> body.similarities = values);
        declareList(Prints.PARAMETER, (body, values) -> body.prints = values);
        declare(PassageGoal.SHORTEST, (body, value) -> body.shortest = value);
        declare(Verify.PARAMETER, (body, value) -> body.verify = value);
        declare(Objective.PARAMETER, (body, value) -> body.kind = value);
        declare(Parameters.RECALL, (body, value) -> body.recall = value);
        declare(CurveGoal.NOISE, (body, value) -> body.noise = value);
        WaitForCompletion.refuseInBody(PARSER);
    }

    private TuneParser() {}

    /** What the body of a request says, defaults where it says nothing. */
    private static final class Body {

        private String field;
        private QueryBuilder query = new MatchAllQueryBuilder();
        private int sampleSize = TuneParameters.SAMPLE_SIZE.defaultValue();
        private int seed = TuneParameters.SEED.defaultValue();
        private List<String> analyzers = List.of(NearDuplicateAnalyzer.NAME);
        private List<ShingleUnit> units = List.of(Parameters.SHINGLE_UNIT.defaultValue());
        private List<Integer> shingleSizes = List.of(Parameters.SHINGLE_SIZE.defaultValue());
        private List<HashFunction> hashFunctions =
                List.of(Parameters.HASH_FUNCTION.defaultValue());
        private List<SketchAlgorithm> algorithms = List.of(Parameters.SKETCH.defaultValue());
        private List<Integer> hashCounts = HASH_COUNTS;
        private List<Integer> signatureBits = List.of(Parameters.SIGNATURE_BITS.defaultValue());
        private List<Integer> bands = List.of();
        private List<Integer> rows = List.of();
        private List<Double> similarities = List.of(Parameters.SIMILARITY.defaultValue());
        private List<Integer> prints;
        private Integer shortest;
        private Verify verify = Verify.PARAMETER.defaultValue();
        private Objective.Kind kind;
        private Double recall;
        private Double noise;

        private Body() {}

        private TuneParameters parameters() {
            ParameterGrid grid = new ParameterGrid(
                    analyzers, units, shingleSizes, hashFunctions, algorithms, hashCounts,
                    signatureBits, new BandLists(bands, rows), similarities);
            return new TuneParameters(
                    field, query, sampleSize, seed, grid, passages(), objective());
        }

        private PassageGrid passages() {
            if (prints == null && shortest == null) {
                return PassageGrid.NONE;
            }
            return new PassageGrid(
                    prints == null ? PRINTS : prints,
                    shortest == null ? PassageGrid.NONE.shortest() : shortest);
        }

        private Objective objective() {
            Objective.Kind best = kind == null ? Objective.Kind.of(verify) : kind;
            if (best.verify() != verify) {
                throw new IllegalArgumentException(
                        "[" + Objective.PARAMETER.name() + "] [" + ChoiceParameter.nameOf(best)
                                + "] needs " + named(best.verify()) + ", got " + named(verify));
            }
            if (passages() == PassageGrid.NONE) {
                requireExact(Parameters.RECALL, recall, " or [" + Prints.PARAMETER.name() + "]");
            }
            requireExact(CurveGoal.NOISE, noise, "");
            return new Objective(
                    best, recall == null ? Parameters.RECALL.defaultValue() : recall, noise);
        }

        private static String named(Verify verify) {
            return "[" + Verify.PARAMETER.name() + "] [" + ChoiceParameter.nameOf(verify) + "]";
        }

        private void requireExact(Parameter<Double> budget, Double given, String orElse) {
            if (given != null && verify == Verify.SIGNATURE) {
                throw new IllegalArgumentException(
                        "[" + budget.name() + "] needs " + named(Verify.EXACT) + orElse + ", got ["
                                + given + "] with " + named(verify));
            }
        }
    }

    /**
     * Reads a body.
     *
     * @throws IllegalArgumentException if a value is not allowed, missing, or of no use
     * @throws IOException if the JSON is broken
     */
    static TuneParameters parse(RestRequest request) throws IOException {
        return RequestBody.read(request, PARSER, new Body()).parameters();
    }

    private static <T> void declare(Parameter<T> parameter, BiConsumer<Body, T> consumer) {
        RequestBody.declare(PARSER, parameter, consumer);
    }

    private static <T> void declareList(
            Parameter<T> parameter, BiConsumer<Body, List<T>> consumer) {
        declareList(parameter.name(), consumer, parser -> ValueLists.of(parameter, parser));
    }

    private static <T> void declareChosen(
            Parameter<T> parameter, BiConsumer<Body, List<T>> consumer) {
        declareList(parameter.name(), consumer, parser -> ValueLists.ofChosen(parameter, parser));
    }

    private static <T> void declareList(
            String name,
            BiConsumer<Body, List<T>> consumer,
            CheckedFunction<XContentParser, List<T>, IOException> reader) {
        PARSER.declareField(consumer, reader, new ParseField(name), ValueType.VALUE_OBJECT_ARRAY);
    }
}
