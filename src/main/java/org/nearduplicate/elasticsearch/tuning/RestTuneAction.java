package org.nearduplicate.elasticsearch.tuning;

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
import org.nearduplicate.elasticsearch.request.AnswerFormat;
import org.nearduplicate.elasticsearch.request.WaitForCompletion;
import org.nearduplicate.page.Page;

/** {@code GET|POST /{index}/_near_duplicate/tune}; GET where no task is started. */
public final class RestTuneAction extends BaseRestHandler {

    private static final String PATH = "/{index}/_near_duplicate/tune";

    @Override
    public String getName() {
        return "near_duplicate_tune";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(GET, PATH), new Route(POST, PATH));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
            throws IOException {
        AnswerFormat format = AnswerFormat.of(request);
        TuneParameters parameters = TuneParser.parse(request);
        boolean wait = WaitForCompletion.of(request);
        if (format == AnswerFormat.HTML && wait == false) {
            throw new IllegalArgumentException(
                    "[" + AnswerFormat.NAME + "] [" + AnswerFormat.PAGE + "] needs ["
                            + WaitForCompletion.NAME
                            + "] [true], got [false]: a task keeps its answer as JSON");
        }
        TuneRequest tune = new TuneRequest(
                Strings.splitStringByCommaToArray(request.param("index")),
                IndicesOptions.fromRequest(request, SearchRequest.DEFAULT_INDICES_OPTIONS),
                parameters,
                wait == false);
        if (wait) {
            return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                    .execute(TransportTuneAction.TYPE, tune,
                            format.listener(Page.TUNE, channel));
        }
        return channel -> WaitForCompletion.start(
                TransportTuneAction.TYPE, tune, client, channel);
    }
}
