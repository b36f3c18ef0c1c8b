package org.nearduplicate.elasticsearch.tuning;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestResponseListener;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.nearduplicate.elasticsearch.request.AnswerFormat;
import org.nearduplicate.elasticsearch.request.WaitForCompletion;

/** {@code GET|POST /{index}/_near_duplicate/tune}; GET where no task is started. */
public final class RestTuneAction extends BaseRestHandler {

    private static final String PATH = "/{index}/_near_duplicate/tune";
    private static final String HTML = "html";
    private static final String HTML_CONTENT_TYPE = "text/html; charset=UTF-8";

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
        boolean html = AnswerFormat.is(HTML, request);
        TuneParameters parameters = TuneParser.parse(request);
        boolean wait = WaitForCompletion.of(request);
        if (html && wait == false) {
            throw new IllegalArgumentException(
                    "[" + AnswerFormat.NAME + "] [" + HTML + "] needs [" + WaitForCompletion.NAME
                            + "] [true], got [false]: a task keeps its answer as JSON");
        }
        TuneRequest tune = new TuneRequest(
                Strings.splitStringByCommaToArray(request.param("index")),
                IndicesOptions.fromRequest(request, SearchRequest.DEFAULT_INDICES_OPTIONS),
                parameters,
                wait == false);
        if (wait) {
            return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                    .execute(TransportTuneAction.TYPE, tune, listener(channel, html));
        }
        return channel -> WaitForCompletion.start(
                TransportTuneAction.TYPE, tune, client, channel);
    }

    private static ActionListener<TuneResponse> listener(RestChannel channel, boolean html) {
        if (html == false) {
            return new RestToXContentListener<>(channel);
        }
        return new RestResponseListener<>(channel) {
            @Override
            public RestResponse buildResponse(TuneResponse response) throws IOException {
                return new RestResponse(RestStatus.OK, HTML_CONTENT_TYPE, response.html());
            }
        };
    }
}
