package org.nearduplicate.elasticsearch.tuning;

import java.io.IOException;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.RestRequest;
import org.nearduplicate.elasticsearch.request.AnswerFormat;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.RunRestAction;
import org.nearduplicate.page.Page;

/** {@code GET|POST /{index}/_near_duplicate/tune}; GET where no task is started. */
public final class RestTuneAction extends RunRestAction {

    /** Creates the handler. */
    public RestTuneAction() {
        super("tune");
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
            throws IOException {
        TuneParameters parameters = TuneParameters.of(request);
        AnswerFormat format = AnswerFormat.of(request, Page.TUNE);
        boolean wait = waits(request, format);
        LocalRequest<TuneParameters> tune = LocalRequest.of(
                request, parameters, parameters.describe(), TuneStatus.START, wait == false);
        return answer(TransportTuneAction.TYPE, tune, request, client, format::listener);
    }
}
