package org.nearduplicate.elasticsearch.curve;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.ObjectParser;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.elasticsearch.request.UrlParameters;
import org.nearduplicate.sketch.CurveChoice;
import org.nearduplicate.sketch.CurveGoal;
import org.nearduplicate.sketch.CurveGoals;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.PassageChoice;
import org.nearduplicate.sketch.PassageGoal;
import org.nearduplicate.sketch.Prints;

/** What a request for a curve says, in its URL and in its body, each value within its own bounds. */
final class CurveParameters {

    private static final List<Parameter<?>> ALL =
            List.of(
                    Parameters.BANDS,
                    Parameters.ROWS,
                    Parameters.SIMILARITY,
                    Parameters.RECALL,
                    CurveGoal.NOISE_SIMILARITY,
                    CurveGoal.NOISE,
                    Parameters.HASH_COUNT,
                    Prints.PARAMETER,
                    PassageGoal.SHORTEST);

    private static final ObjectParser<CurveParameters, Void> PARSER = new ObjectParser<>(
            "near_duplicate curve");

    static {
        ALL.forEach(CurveParameters::declare);
    }

    private final Map<Parameter<?>, Object> values = new HashMap<>();

    private CurveParameters() {}

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException if a value is not allowed, or said twice and not the same
     * @throws IOException if the body is broken
     */
    static CurveParameters of(RestRequest request) throws IOException {
        CurveParameters said = RequestBody.read(request, PARSER, new CurveParameters());
        ALL.forEach(parameter -> said.readUrl(parameter, request));
        return said;
    }

    /**
     * Returns the bands and rows that are given, or chosen for the goals.
     *
     * @throws IllegalArgumentException if they cannot be
     */
    CurveChoice choice() {
        CurveGoals goals =
                CurveGoals.of(
                        get(Parameters.SIMILARITY),
                        get(Parameters.RECALL),
                        get(CurveGoal.NOISE_SIMILARITY),
                        get(CurveGoal.NOISE));
        return CurveChoice.resolve(
                get(Parameters.BANDS), get(Parameters.ROWS), goals, get(Parameters.HASH_COUNT));
    }

    /**
     * Returns the prints that are given, or chosen for a goal; null if neither is asked for.
     *
     * @throws IllegalArgumentException if they cannot be
     */
    PassageChoice passages() {
        return PassageChoice.resolve(
                get(Prints.PARAMETER), get(PassageGoal.SHORTEST), get(Parameters.RECALL));
    }

    private static <T> void declare(Parameter<T> parameter) {
        RequestBody.declare(PARSER, parameter, (said, value) -> said.values.put(parameter, value));
    }

    private void readUrl(Parameter<?> parameter, RestRequest request) {
        UrlParameters.requireOnce(request, parameter.name());
        Object inUrl = parameter.readOptional(request::param);
        if (inUrl == null) {
            return;
        }
        Object inBody = values.put(parameter, inUrl);
        if (inBody != null && inBody.equals(inUrl) == false) {
            throw new IllegalArgumentException(
                    "[" + parameter.name() + "] must be the same in query string and body, got ["
                            + inUrl + "] and [" + inBody + "]");
        }
    }

    /** Returns what a parameter is, or null where nothing is said of it. */
    @SuppressWarnings("unchecked")
    private <T> T get(Parameter<T> parameter) {
        return (T) values.get(parameter);
    }
}
