package org.nearduplicate.elasticsearch.stats;

import static org.elasticsearch.rest.RestRequest.Method.GET;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.nearduplicate.elasticsearch.ingest.TransportIngestStatsAction;
import org.nearduplicate.elasticsearch.request.LocalRequest;

/**
 * {@code GET /_near_duplicate/stats} and {@code GET /{index}/_near_duplicate/stats}. The first one also reports on nodes,
 * to callers who may monitor the cluster.
 */
public final class RestStatsAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "near_duplicate_stats";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(GET, "/{index}/_near_duplicate/stats"),
                new Route(GET, "/_near_duplicate/stats"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
            throws IOException {
        StatsParameters parameters = StatsParameters.parse(request);
        LocalRequest<StatsParameters> stats =
                LocalRequest.of(request, parameters, parameters.describe(), null, false);
        boolean asksNodes = request.hasParam("index") == false;
        return channel -> {
            Client cancellable = new RestCancellableNodeClient(client, request.getHttpChannel());
            ActionListener<StatsResponse> listener = new RestToXContentListener<>(channel);
            if (asksNodes) {
                cancellable.execute(
                        TransportIngestStatsAction.TYPE, new TransportIngestStatsAction.Request(),
                        listener.delegateFailureAndWrap((both, nodes) -> cancellable.execute(
                                TransportStatsAction.TYPE, stats,
                                both.map(indices -> indices.with(nodes)))));
            } else {
                cancellable.execute(TransportStatsAction.TYPE, stats, listener);
            }
        };
    }
}
