package org.nearduplicate.elasticsearch.curve;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.nearduplicate.elasticsearch.request.AnswerFormat;
import org.nearduplicate.sketch.CurveChoice;
import org.nearduplicate.tuning.plot.CurvePlot;

/**
 * {@code GET|POST /_near_duplicate/curve}. Answers by itself, without an action that security could
 * grant: it reads nothing of the cluster, is computed in milliseconds, and whoever may call the REST
 * interface at all has been authenticated before.
 */
public final class RestCurveAction extends BaseRestHandler {

    private static final String PATH = "/_near_duplicate/curve";
    private static final String SVG = "svg";
    private static final String SVG_TYPE = "image/svg+xml";

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
        boolean svg = AnswerFormat.is(SVG, request);
        CurveChoice choice = CurveParameters.of(request).choice();
        if (svg) {
            String drawing = CurvePlot.svg(choice.choice().banding(), choice.goals().list());
            return channel -> channel.sendResponse(
                    new RestResponse(RestStatus.OK, SVG_TYPE, drawing));
        }
        return channel -> new RestToXContentListener<CurveXContent>(channel)
                .onResponse(new CurveXContent(choice));
    }
}
