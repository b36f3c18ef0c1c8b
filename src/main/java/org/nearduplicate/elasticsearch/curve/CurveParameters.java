package org.nearduplicate.elasticsearch.curve;

import java.io.IOException;
import org.elasticsearch.rest.RestRequest;
import org.nearduplicate.elasticsearch.request.RequestBody;
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

    private static final Parameter<?>[] ALL = {
            Parameters.BANDS, Parameters.ROWS, Parameters.SIMILARITY, Parameters.RECALL,
            CurveGoal.NOISE_SIMILARITY, CurveGoal.NOISE, Parameters.HASH_COUNT,
            Prints.PARAMETER, PassageGoal.SHORTEST
    };

    private static final RequestBody<Void> BODY =
            new RequestBody<Void>("near_duplicate curve").parameters(ALL);

    private final RequestBody.Values said;

    private CurveParameters(RequestBody.Values said) {
        this.said = said;
    }

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException if a value is not allowed, or said twice and not the same
     * @throws IOException if the body is broken
     */
    static CurveParameters of(RestRequest request) throws IOException {
        RequestBody.Values said = BODY.read(request);
        for (Parameter<?> parameter : ALL) {
            said.addFromUrl(request, parameter.name(), parameter::parse);
        }
        return new CurveParameters(said);
    }

    /**
     * Returns the bands and rows that are given, or chosen for the goals.
     *
     * @throws IllegalArgumentException if they cannot be
     */
    CurveChoice choice() {
        CurveGoals goals =
                CurveGoals.of(
                        said.get(Parameters.SIMILARITY),
                        said.get(Parameters.RECALL),
                        said.get(CurveGoal.NOISE_SIMILARITY),
                        said.get(CurveGoal.NOISE));
        return CurveChoice.resolve(
                said.get(Parameters.BANDS), said.get(Parameters.ROWS), goals,
                said.get(Parameters.HASH_COUNT));
    }

    /**
     * Returns the prints that are given, or chosen for a goal; null if neither is asked for.
     *
     * @throws IllegalArgumentException if they cannot be
     */
    PassageChoice passages() {
        return PassageChoice.resolve(
                said.get(Prints.PARAMETER), said.get(PassageGoal.SHORTEST),
                said.get(Parameters.RECALL));
    }
}
