package org.nearduplicate.elasticsearch.groups;

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
import org.nearduplicate.elasticsearch.request.WaitForCompletion;

/** {@code GET|POST /{index}/_near_duplicate/groups}; GET where nothing is written. */
public final class RestGroupsAction extends BaseRestHandler {

    private static final String PATH = "/{index}/_near_duplicate/groups";

    @Override
    public String getName() {
        return "near_duplicate_groups";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(GET, PATH), new Route(POST, PATH));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
            throws IOException {
        GroupsParameters parameters = GroupsParser.parse(request);
        if (parameters.dest() != null) {
            WaitForCompletion.requireWriting(request, "[" + GroupsParser.DEST + "]");
        }
        boolean wait = WaitForCompletion.of(request);
        GroupsRequest groups = new GroupsRequest(
                Strings.splitStringByCommaToArray(request.param("index")),
                IndicesOptions.fromRequest(request, SearchRequest.DEFAULT_INDICES_OPTIONS),
                parameters,
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
