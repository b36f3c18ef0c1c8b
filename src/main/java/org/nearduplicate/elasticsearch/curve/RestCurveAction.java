package org.nearduplicate.elasticsearch.curve;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.nearduplicate.elasticsearch.request.AnswerFormat;
import org.nearduplicate.page.Page;

/**
 * {@code GET|POST /_near_duplicate/curve}. Answers by itself, without an action that security could
 * grant: it reads nothing of the cluster, is computed in milliseconds, and whoever may call the REST
 * interface at all has been authenticated before.
 */
public final class RestCurveAction extends BaseRestHandler {

    private static final String PATH = "/_near_duplicate/curve";

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
        CurveParameters said = CurveParameters.of(request);
        CurveXContent answer = new CurveXContent(said.choice(), said.passages());
        AnswerFormat format = AnswerFormat.of(request, Page.CURVE);
        return channel -> format.<CurveXContent>listener(channel).onResponse(answer);
    }
}
