package org.nearduplicate.elasticsearch.curve;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.nearduplicate.curve.CurveChoice;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.curve.CurveGoals;
import org.nearduplicate.curve.PassageGoal;
import org.nearduplicate.elasticsearch.request.AnswerFormat;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.page.Page;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.sets.SampledShingles;

/**
 * {@code GET|POST /_near_duplicate/curve}. Answers without an action that security could grant: the answer is computed in
 * milliseconds, reads nothing of the cluster, and callers of the REST interface are authenticated before.
 */
public final class RestCurveAction extends BaseRestHandler {

    private static final String PATH = "/_near_duplicate/curve";

    private static final Parameter<?>[] ALL = {
            Parameters.BANDS, Parameters.ROWS, Parameters.SIMILARITY, Parameters.RECALL,
            CurveGoal.NOISE_SIMILARITY, CurveGoal.NOISE, Parameters.HASH_COUNT,
            SampledShingles.PARAMETER, PassageGoal.SHORTEST
    };

    private static final RequestBody BODY =
            new RequestBody("near_duplicate curve").parameters(ALL);

    @Override
    public String getName() {
        return "near_duplicate_curve";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(GET, PATH), new Route(POST, PATH));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
            throws IOException {
        CurveXContent answer = answer(request);
        AnswerFormat format = AnswerFormat.of(request, Page.CURVE);
        return channel -> format.<CurveXContent>listener(channel).onResponse(answer);
    }

    /**
     * Returns the bands, rows and sampled shingles that a request gives in its URL and in its body, or that are chosen
     * for its goals. Refuses values that are not allowed, that differ between URL and body, or goals that cannot be met.
     */
    static CurveXContent answer(RestRequest request) throws IOException {
        RequestBody.Values said = BODY.read(request);
        for (Parameter<?> parameter : ALL) {
            said.addFromUrl(request, parameter.name(), parameter::parse);
        }
        CurveGoals goals = CurveGoals.of(
                said.get(Parameters.SIMILARITY), said.get(Parameters.RECALL),
                said.get(CurveGoal.NOISE_SIMILARITY), said.get(CurveGoal.NOISE));
        CurveChoice choice = CurveChoice.resolve(
                said.get(Parameters.BANDS), said.get(Parameters.ROWS), goals,
                said.get(Parameters.HASH_COUNT));
        Integer shortest = said.get(PassageGoal.SHORTEST);
        PassageGoal passages = shortest == null
                ? null
                : new PassageGoal(shortest, said.orDefault(Parameters.RECALL));
        Integer oneIn = said.get(SampledShingles.PARAMETER);
        if (oneIn != null) {
            return new CurveXContent(choice, new SampledShingles(oneIn), passages);
        }
        return new CurveXContent(choice, passages == null ? null : passages.choose(), passages);
    }
}
