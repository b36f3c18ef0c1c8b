package org.nearduplicate.elasticsearch.groups;

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
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

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
        boolean wait = waits(request, body.waitForCompletion());
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
        return channel -> start(groups, client, channel);
    }

    /** The parameter of the address goes before that of the body. */
    private static boolean waits(RestRequest request, boolean inBody) {
        try {
            return request.paramAsBoolean(GroupsParser.WAIT_FOR_COMPLETION, inBody);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "[" + GroupsParser.WAIT_FOR_COMPLETION + "] must be [true] or [false], got ["
                            + request.param(GroupsParser.WAIT_FOR_COMPLETION) + "]",
                    e);
        }
    }

    /** Answers with the task, under which the answer is kept once there is one. */
    private static void start(GroupsRequest groups, NodeClient client, RestChannel channel)
            throws IOException {
        if (groups.validate() != null) {
            throw groups.validate();
        }
        Task task = client.executeLocally(
                TransportGroupsAction.TYPE, groups, ActionListener.noop());
        try (XContentBuilder builder = channel.newBuilder()) {
            builder.startObject();
            builder.field("task", client.getLocalNodeId() + ":" + task.getId());
            builder.endObject();
            channel.sendResponse(new RestResponse(RestStatus.OK, builder));
        }
    }
}
