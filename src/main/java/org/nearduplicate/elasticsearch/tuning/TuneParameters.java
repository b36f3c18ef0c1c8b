package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.xcontent.XContentParserUtils;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.curve.PassageGoal;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.elasticsearch.request.RunRestAction;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.tuning.BandLists;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.ParameterGrid;

/**
 * The parameters of a request to tune.
 *
 * @param field the field whose texts are sampled, mapped or not
 * @param query what documents have to match to be in the sample
 * @param sampleSize the documents that the sample has at most
 * @param seed chooses them
 * @param objective what the best of them is best at
 */
public record TuneParameters(
        String field,
        QueryBuilder query,
        int sampleSize,
        int seed,
        ParameterGrid grid,
        Objective objective) {

    /** How many documents are sampled: the error of a share falls with the square root of its pairs. */
    static final IntParameter SAMPLE_SIZE = new IntParameter("sample_size", 2_000, 2, 10_000);

    /** What decides which documents are sampled. */
    static final IntParameter SEED = new IntParameter("seed", 0, 0, Integer.MAX_VALUE);

    static final String ANALYZER = "analyzer";

    /** Stands for an empty list: the values are chosen. */
    static final String AUTO = "auto";

    private static final String FIELD = "field";

    /** The values that a list may have, so that the product of all can be counted. */
    private static final int MAX_VALUES = 50;

    /** The default hash count of a field, half of it, and twice as many. */
    private static final List<Integer> HASH_COUNTS = List.of(96, 192, 384);

    /** The values of [passages] that are tried for passages of a length if none are given. */
    private static final List<Integer> ONE_IN = List.of(4, 8, 16, 32, 64);

    private static final int SHORTEST_PASSAGE = 50;

    private static final RequestBody BODY = new RequestBody("near_duplicate tune")
            .text(FIELD)
            .query()
            .parameters(
                    SAMPLE_SIZE, SEED, PassageGoal.SHORTEST, Verify.PARAMETER,
                    Objective.PARAMETER, Parameters.RECALL, CurveGoal.NOISE)
            .value(ANALYZER, TuneParameters::analyzers)
            .refuse(RunRestAction.WAIT, RunRestAction.WAIT_IN_URL);

    static {
        Stream.<Parameter<?>>of(
                Parameters.SHINGLE_UNIT, Parameters.SHINGLE_SIZE, Parameters.HASH_FUNCTION,
                Parameters.SKETCH, Parameters.HASH_COUNT, Parameters.SIGNATURE_BITS,
                Parameters.SIMILARITY, SampledShingles.PARAMETER)
                .forEach(each -> BODY.value(each.name(), parser -> values(each, parser)));
        Stream.of(Parameters.BANDS, Parameters.ROWS)
                .forEach(
                        each -> BODY.value(
                                each.name(), parser -> chosenValues(each, parser)));
    }

    /** Refuses a field that is missing, or a pattern, by an {@link IllegalArgumentException}. */
    public TuneParameters {
        RequestBody.requireGiven(FIELD, field);
        if (Regex.isSimpleMatchPattern(field)) {
            throw new IllegalArgumentException(
                    "[field] must be one field, got the pattern [" + field + "]");
        }
    }

    /** Reads the body of a request; refuses unknown parameters, and values that are not allowed, missing, or of no use. */
    static TuneParameters of(RestRequest request) throws IOException {
        RequestBody.Values said = BODY.read(request);
        Integer shortest = said.get(PassageGoal.SHORTEST);
        ParameterGrid grid = new ParameterGrid(
                said.get(ANALYZER, List.of(NearDuplicateAnalyzer.NAME)),
                orDefault(said, Parameters.SHINGLE_UNIT), orDefault(said, Parameters.SHINGLE_SIZE),
                orDefault(said, Parameters.HASH_FUNCTION), orDefault(said, Parameters.SKETCH),
                said.get(Parameters.HASH_COUNT.name(), HASH_COUNTS),
                orDefault(said, Parameters.SIGNATURE_BITS),
                new BandLists(
                        said.get(Parameters.BANDS.name(), List.of()),
                        said.get(Parameters.ROWS.name(), List.of()),
                        said.orDefault(Parameters.RECALL)),
                orDefault(said, Parameters.SIMILARITY),
                said.get(SampledShingles.PARAMETER.name(), shortest == null ? List.of() : ONE_IN),
                shortest == null ? SHORTEST_PASSAGE : shortest);
        return new TuneParameters(
                said.get(FIELD), said.get(RequestBody.QUERY, new MatchAllQueryBuilder()),
                said.orDefault(SAMPLE_SIZE), said.orDefault(SEED), grid,
                objective(said, grid.oneIn().isEmpty()));
    }

    private static <T> List<T> orDefault(RequestBody.Values said, Parameter<T> parameter) {
        return said.get(parameter.name(), List.of(parameter.defaultValue()));
    }

    private static Objective objective(RequestBody.Values said, boolean noPassages) {
        Verify verify = said.orDefault(Verify.PARAMETER);
        Objective.Kind best = said.get(Objective.PARAMETER.name(), Objective.Kind.of(verify));
        if (best.verify() != verify) {
            throw new IllegalArgumentException(
                    "[" + Objective.PARAMETER.name() + "] [" + ChoiceParameter.nameOf(best)
                            + "] needs " + named(best.verify()) + ", got " + named(verify));
        }
        if (noPassages) {
            requireExact(said, Parameters.RECALL, " or [" + SampledShingles.PARAMETER.name() + "]");
        }
        requireExact(said, CurveGoal.NOISE, "");
        return new Objective(best, said.orDefault(Parameters.RECALL), said.get(CurveGoal.NOISE));
    }

    private static String named(Verify verify) {
        return "[" + Verify.PARAMETER.name() + "] [" + ChoiceParameter.nameOf(verify) + "]";
    }

    private static void requireExact(
            RequestBody.Values said, Parameter<Double> budget, String orElse) {
        Double given = said.get(budget);
        Verify verify = said.orDefault(Verify.PARAMETER);
        if (given != null && verify == Verify.SIGNATURE) {
            throw new IllegalArgumentException(
                    "[" + budget.name() + "] needs " + named(Verify.EXACT) + orElse + ", got ["
                            + given + "] with " + named(verify));
        }
    }

    private static List<String> analyzers(XContentParser parser) throws IOException {
        return list(ANALYZER, parser, value -> {
            String name = value.textOrNull();
            if (value.currentToken() != Token.VALUE_STRING || name.isEmpty()) {
                throw new IllegalArgumentException(
                        "[" + ANALYZER + "] must be a name or names, got [" + name + "]");
            }
            return name;
        });
    }

    private static <T> List<T> values(Parameter<T> parameter, XContentParser parser)
            throws IOException {
        return list(parameter.name(), parser, value -> parameter.parse(value.textOrNull()));
    }

    /** Reads the values of a parameter, or the word that leaves them to be chosen. */
    private static <T> List<T> chosenValues(Parameter<T> parameter, XContentParser parser)
            throws IOException {
        boolean chosen = parser.currentToken() == Token.VALUE_STRING && AUTO.equals(parser.text());
        return chosen ? List.of() : values(parameter, parser);
    }

    /** Reads one value or an array of them, each once; refuses none, too many, and what is not allowed. */
    private static <T> List<T> list(
            String parameter, XContentParser parser,
            CheckedFunction<XContentParser, T, IOException> reader)
            throws IOException {
        if (parser.currentToken() != Token.START_ARRAY) {
            requireValue(parameter, parser, 0);
            return List.of(reader.apply(parser));
        }
        List<T> values = XContentParserUtils.parseList(parser, (value, before) -> {
            requireValue(parameter, value, before);
            return reader.apply(value);
        });
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "[" + parameter + "] must have at least one value, got []");
        }
        return values.stream().distinct().toList();
    }

    private static void requireValue(String parameter, XContentParser parser, int before) {
        if (before == MAX_VALUES) {
            throw new IllegalArgumentException(
                    "[" + parameter + "] must have at most [" + MAX_VALUES + "] values, got more");
        }
        // There is no token where SMILE or CBOR breaks off.
        Token token = parser.currentToken();
        if (token == null || token == Token.START_ARRAY || token == Token.START_OBJECT) {
            throw new IllegalArgumentException(
                    "[" + parameter + "] must be a value or an array of values, got [" + token
                            + "] in it");
        }
    }

    /** Describes the request for a reader; the indices follow. */
    String describe() {
        return "parameters for near duplicates of [" + field + "]";
    }
}
