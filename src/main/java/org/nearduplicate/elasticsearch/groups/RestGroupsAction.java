package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestChunkedToXContentListener;
import org.nearduplicate.elasticsearch.request.AnswerFormat;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.RunRestAction;
import org.nearduplicate.page.Page;

/** {@code GET|POST /{index}/_near_duplicate/groups}; GET where nothing is written. */
public final class RestGroupsAction extends RunRestAction {

    /** Creates the handler. */
    public RestGroupsAction() {
        super("groups");
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
            throws IOException {
        GroupsParameters parameters = GroupsParameters.parse(request);
        if (parameters.dest() != null) {
            requireWriting(request, "[" + GroupsParameters.DEST + "]");
            parameters.requireOtherDestination(LocalRequest.indices(request));
        }
        AnswerFormat format = AnswerFormat.of(request, Page.GROUPS);
        boolean wait = waits(request, format);
        LocalRequest<GroupsParameters> groups = LocalRequest.of(
                request, format.isPage() ? parameters.withTexts() : parameters,
                parameters.describe(), GroupsStatus.START, wait == false);
        return answer(
                TransportGroupsAction.TYPE, groups, request, client,
                channel -> format.listener(
                        channel,
                        sent -> new RestChunkedToXContentListener<>(sent)
                                .map(GroupsResponse::chunks)));
    }
}
