package org.nearduplicate.elasticsearch.tuning;

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
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.elasticsearch.request.WaitForCompletion;

/** {@code POST /{index}/_near_duplicate/tune}. */
public final class RestTuneAction extends BaseRestHandler {

    private static final String FORMAT = "format";
    private static final String HTML = "html";
    private static final String HTML_CONTENT_TYPE = "text/html; charset=UTF-8";

    @Override
    public String getName() {
        return "near_duplicate_tune";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(POST, "/{index}/_near_duplicate/tune"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
            throws IOException {
        boolean html = isHtml(request);
        TuneParser.Body body;
        try (XContentParser parser = request.contentParser()) {
            body = TuneParser.parse(parser);
        }
        boolean wait = WaitForCompletion.of(request, body.waitForCompletion());
        if (html && wait == false) {
            throw new IllegalArgumentException(
                    "[" + FORMAT + "] [" + HTML + "] needs [" + WaitForCompletion.NAME
                            + "] [true], got [false]: a task keeps its answer as JSON");
        }
        TuneRequest tune = new TuneRequest(
                Strings.splitStringByCommaToArray(request.param("index")),
                IndicesOptions.fromRequest(request, SearchRequest.DEFAULT_INDICES_OPTIONS),
                body.parameters(),
                wait == false);
        if (wait) {
            return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                    .execute(TransportTuneAction.TYPE, tune, listener(channel, html));
        }
        return channel -> WaitForCompletion.start(
                TransportTuneAction.TYPE, tune, client, channel);
    }

    private static boolean isHtml(RestRequest request) {
        String format = request.param(FORMAT);
        if (Strings.hasText(format) == false || XContentType.fromFormat(format) != null) {
            return false;
        }
        if (HTML.equals(format)) {
            return true;
        }
        throw new IllegalArgumentException(
                "[" + FORMAT + "] must be one of [json, yaml, cbor, smile, " + HTML + "], got ["
                        + format + "]");
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
