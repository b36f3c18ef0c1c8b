package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.elasticsearch.request.WaitForCompletion;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.PassageGoal;
import org.nearduplicate.sketch.Prints;
import org.nearduplicate.tuning.BandLists;
import org.nearduplicate.tuning.Objective;
import org.nearduplicate.tuning.ParameterGrid;
import org.nearduplicate.tuning.PassageGrid;

/** Reads the body of a request to tune. Unknown parameters are refused. */
final class TuneParser {

    static final String FIELD = "field";
    static final String ANALYZER = "analyzer";

    /** Around the hash count of a field that says none: what half of it, and twice as many would do. */
    private static final List<Integer> HASH_COUNTS = List.of(96, 192, 384);

    /** Those that are tried for passages of a length if none are said. */
    private static final List<Integer> PRINTS = List.of(4, 8, 16, 32, 64);

    private static final RequestBody<Void> BODY = new RequestBody<Void>("near_duplicate tune")
            .text(FIELD)
            .query()
            .parameters(
                    TuneParameters.SAMPLE_SIZE, TuneParameters.SEED, PassageGoal.SHORTEST,
                    Verify.PARAMETER, Objective.PARAMETER, Parameters.RECALL, CurveGoal.NOISE)
            .value(ANALYZER, parser -> ValueLists.ofNames(ANALYZER, parser))
            .refuse(WaitForCompletion.NAME, WaitForCompletion.IN_URL);

    static {
        Stream.<Parameter<?>>of(
                Parameters.SHINGLE_UNIT, Parameters.SHINGLE_SIZE, Parameters.HASH_FUNCTION,
                Parameters.SKETCH, Parameters.HASH_COUNT, Parameters.SIGNATURE_BITS,
                Parameters.SIMILARITY, Prints.PARAMETER)
                .forEach(each -> BODY.value(each.name(), parser -> ValueLists.of(each, parser)));
        Stream.of(Parameters.BANDS, Parameters.ROWS)
                .forEach(
                        each -> BODY.value(
                                each.name(), parser -> ValueLists.ofChosen(each, parser)));
    }

    private final RequestBody.Values said;
    private final Verify verify;

    private TuneParser(RequestBody.Values said) {
        this.said = said;
        this.verify = said.orDefault(Verify.PARAMETER);
    }

    /**
     * Reads a body.
     *
     * @throws IllegalArgumentException if a value is not allowed, missing, or of no use
     * @throws IOException if the JSON is broken
     */
    static TuneParameters parse(RestRequest request) throws IOException {
        return new TuneParser(BODY.read(request)).parameters();
    }

    private TuneParameters parameters() {
        ParameterGrid grid = new ParameterGrid(
                said.get(ANALYZER, List.of(NearDuplicateAnalyzer.NAME)),
                list(Parameters.SHINGLE_UNIT),
                list(Parameters.SHINGLE_SIZE),
                list(Parameters.HASH_FUNCTION),
                list(Parameters.SKETCH),
                said.get(Parameters.HASH_COUNT.name(), HASH_COUNTS),
                list(Parameters.SIGNATURE_BITS),
                new BandLists(
                        said.get(Parameters.BANDS.name(), List.of()),
                        said.get(Parameters.ROWS.name(), List.of()),
                        said.orDefault(Parameters.RECALL)),
                list(Parameters.SIMILARITY));
        PassageGrid passages = passages();
        return new TuneParameters(
                said.get(FIELD), said.get(RequestBody.QUERY, new MatchAllQueryBuilder()),
                said.orDefault(TuneParameters.SAMPLE_SIZE), said.orDefault(TuneParameters.SEED),
                grid, passages, objective(passages));
    }

    private <T> List<T> list(Parameter<T> parameter) {
        return said.get(parameter.name(), List.of(parameter.defaultValue()));
    }

    private PassageGrid passages() {
        List<Integer> prints = said.get(Prints.PARAMETER.name());
        Integer shortest = said.get(PassageGoal.SHORTEST);
        if (prints == null && shortest == null) {
            return PassageGrid.NONE;
        }
        return new PassageGrid(
                prints == null ? PRINTS : prints,
                shortest == null ? PassageGrid.NONE.shortest() : shortest);
    }

    private Objective objective(PassageGrid passages) {
        Objective.Kind best = said.get(Objective.PARAMETER.name(), Objective.Kind.of(verify));
        if (best.verify() != verify) {
            throw new IllegalArgumentException(
                    "[" + Objective.PARAMETER.name() + "] [" + ChoiceParameter.nameOf(best)
                            + "] needs " + named(best.verify()) + ", got " + named(verify));
        }
        if (passages == PassageGrid.NONE) {
            requireExact(Parameters.RECALL, " or [" + Prints.PARAMETER.name() + "]");
        }
        requireExact(CurveGoal.NOISE, "");
        return new Objective(best, said.orDefault(Parameters.RECALL), said.get(CurveGoal.NOISE));
    }

    private static String named(Verify verify) {
        return "[" + Verify.PARAMETER.name() + "] [" + ChoiceParameter.nameOf(verify) + "]";
    }

    private void requireExact(Parameter<Double> budget, String orElse) {
        Double given = said.get(budget);
        if (given != null && verify == Verify.SIGNATURE) {
            throw new IllegalArgumentException(
                    "[" + budget.name() + "] needs " + named(Verify.EXACT) + orElse + ", got ["
                            + given + "] with " + named(verify));
        }
    }
}
