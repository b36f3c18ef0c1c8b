package org.nearduplicate.elasticsearch.groups;

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
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.request.WaitForCompletion;

/** {@code POST /{index}/_near_duplicate/groups}. */
public final class RestGroupsAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "near_duplicate_groups";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(POST, "/{index}/_near_duplicate/groups"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
            throws IOException {
        GroupsParser.Body body;
        try (XContentParser parser = request.contentParser()) {
            body = GroupsParser.parse(parser);
        }
        boolean wait = WaitForCompletion.of(request, body.waitForCompletion());
        GroupsRequest groups = new GroupsRequest(
                Strings.splitStringByCommaToArray(request.param("index")),
                IndicesOptions.fromRequest(request, SearchRequest.DEFAULT_INDICES_OPTIONS),
                body.parameters(),
                wait == false);
        if (wait) {
            return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                    .execute(
                            TransportGroupsAction.TYPE,
                            groups,
                            new RestToXContentListener<>(channel));
        }
        return channel -> WaitForCompletion.start(
                TransportGroupsAction.TYPE, groups, client, channel);
    }
}
