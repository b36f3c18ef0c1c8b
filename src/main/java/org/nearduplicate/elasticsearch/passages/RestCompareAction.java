package org.nearduplicate.elasticsearch.passages;

import java.io.IOException;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.RestRequest;
import org.nearduplicate.elasticsearch.request.AnswerFormat;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.RunRestAction;
import org.nearduplicate.page.Page;

/** {@code GET|POST /{index}/_near_duplicate/compare}. Closing the connection cancels. */
public final class RestCompareAction extends RunRestAction {

    /** Creates the handler. */
    public RestCompareAction() {
        super("compare");
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
            throws IOException {
        CompareOptions options = CompareOptions.parse(request);
        AnswerFormat format = AnswerFormat.of(request, Page.COMPARE);
        LocalRequest<CompareOptions> compare = LocalRequest.of(
                request, format.isPage() ? options.withTexts() : options,
                options.describe(), null, false);
        return answer(TransportCompareAction.TYPE, compare, request, client, format::listener);
    }
}
