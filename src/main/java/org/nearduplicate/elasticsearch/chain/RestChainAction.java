package org.nearduplicate.elasticsearch.chain;

import java.io.IOException;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.RunRestAction;

/** {@code GET|POST /{index}/_near_duplicate/chain}. Closing the connection cancels. */
public final class RestChainAction extends RunRestAction {

    /** Creates the handler. */
    public RestChainAction() {
        super("chain");
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
            throws IOException {
        ChainOptions options = ChainOptions.parse(request);
        LocalRequest<ChainOptions> chain =
                LocalRequest.of(request, options, options.describe(), null, false);
        return answer(
                TransportChainAction.TYPE, chain, request, client, RestToXContentListener::new);
    }
}
