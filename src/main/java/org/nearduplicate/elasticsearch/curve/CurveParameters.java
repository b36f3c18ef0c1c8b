package org.nearduplicate.elasticsearch.curve;

import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.function.Function;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.sketch.CurveChoice;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.CurveGoals;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;

/**
 * What a request for a curve says, each within its own bounds; null is what was not said.
 *
 * @param bands the number of bands
 * @param rows the rows of a band
 * @param similarity the similarity from which pairs should be found
 * @param recall the probability with which they should be found
 * @param noiseSimilarity the similarity up to which pairs should be left out
 * @param noise the probability with which such a pair may be found
 * @param hashCount the components of a signature
 */
record CurveParameters(
        Integer bands,
        Integer rows,
        Double similarity,
        Double recall,
        Double noiseSimilarity,
        Double noise,
        Integer hashCount) {

    /** Nothing is said. */
    static final CurveParameters NONE =
            new CurveParameters(null, null, null, null, null, null, null);

    private static final ConstructingObjectParser<CurveParameters, Void> PARSER =
            new ConstructingObjectParser<>("near_duplicate curve", CurveParameters::build);

    static {
        declare(Parameters.BANDS);
        declare(Parameters.ROWS);
        declare(Parameters.SIMILARITY);
        declare(Parameters.RECALL);
        declare(CurveGoal.NOISE_SIMILARITY);
        declare(CurveGoal.NOISE);
        declare(Parameters.HASH_COUNT);
    }

    /**
     * Reads a query string.
     *
     * @param source gives the value of a parameter as the user wrote it, or null
     * @throws IllegalArgumentException if a value is not allowed
     */
    static CurveParameters read(Function<String, String> source) {
        return new CurveParameters(
                Parameters.BANDS.readOptional(source),
                Parameters.ROWS.readOptional(source),
                Parameters.SIMILARITY.readOptional(source),
                Parameters.RECALL.readOptional(source),
                CurveGoal.NOISE_SIMILARITY.readOptional(source),
                CurveGoal.NOISE.readOptional(source),
                Parameters.HASH_COUNT.readOptional(source));
    }

    /**
     * Reads a body. Unknown parameters are refused.
     *
     * @throws IllegalArgumentException if a value is not allowed, or more follows the object
     * @throws IOException if the JSON is broken
     */
    static CurveParameters parse(XContentParser parser) throws IOException {
        return RequestBody.read(parser, object -> PARSER.apply(object, null));
    }

    /**
     * Adds what the body says to what the query string, which is this, says.
     *
     * @throws IllegalArgumentException if they contradict each other
     */
    CurveParameters with(CurveParameters body) {
        return new CurveParameters(
                agreed(Parameters.BANDS, bands, body.bands),
                agreed(Parameters.ROWS, rows, body.rows),
                agreed(Parameters.SIMILARITY, similarity, body.similarity),
                agreed(Parameters.RECALL, recall, body.recall),
                agreed(CurveGoal.NOISE_SIMILARITY, noiseSimilarity, body.noiseSimilarity),
                agreed(CurveGoal.NOISE, noise, body.noise),
                agreed(Parameters.HASH_COUNT, hashCount, body.hashCount));
    }

    /**
     * Returns the bands and rows that are given, or chosen for the goals.
     *
     * @throws IllegalArgumentException if they cannot be
     */
    CurveChoice choice() {
        CurveGoals goals = CurveGoals.of(similarity, recall, noiseSimilarity, noise);
        return CurveChoice.resolve(bands, rows, goals, hashCount);
    }

    private static <T> T agreed(Parameter<T> parameter, T inQueryString, T inBody) {
        if (inQueryString == null || inBody == null || inQueryString.equals(inBody)) {
            return inQueryString == null ? inBody : inQueryString;
        }
        throw new IllegalArgumentException(
                "[" + parameter.name() + "] must be the same in query string and body, got ["
                        + inQueryString + "] and [" + inBody + "]");
    }

    private static void declare(Parameter<?> parameter) {
        PARSER.declareField(
                optionalConstructorArg(),
                (parser, context) -> parameter.parse(parser.textOrNull()),
                new ParseField(parameter.name()),
                ValueType.VALUE);
    }

    /** Takes the values in the order in which they were declared. */
    private static CurveParameters build(Object[] values) {
        return new CurveParameters(
                (Integer) values[0],
                (Integer) values[1],
                (Double) values[2],
                (Double) values[3],
                (Double) values[4],
                (Double) values[5],
                (Integer) values[6]);
    }
}
