package org.nearduplicate.elasticsearch.chain;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;

/** {@code GET|POST /{index}/_near_duplicate/chain}. Closing the connection cancels. */
public final class RestChainAction extends BaseRestHandler {

    private static final String PATH = "/{index}/_near_duplicate/chain";

    @Override
    public String getName() {
        return "near_duplicate_chain";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(GET, PATH), new Route(POST, PATH));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
            throws IOException {
        ChainOptions options = ChainOptionsParser.parse(request);
        ChainRequest chain =
                new ChainRequest(
                        options,
                        IndicesOptions.fromRequest(request, SearchRequest.DEFAULT_INDICES_OPTIONS),
                        Strings.splitStringByCommaToArray(request.param("index")));
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(TransportChainAction.TYPE, chain, new RestToXContentListener<>(channel));
    }
}
