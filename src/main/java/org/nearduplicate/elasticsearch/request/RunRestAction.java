package org.nearduplicate.elasticsearch.request;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.util.List;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;

/** {@code GET|POST /{index}/_near_duplicate/…}: a request over indices that its node answers. */
public abstract class RunRestAction extends BaseRestHandler {

    private final String name;

    /**
     * Creates a handler.
     *
     * @param name the last part of its path
     */
    protected RunRestAction(String name) {
        this.name = name;
    }

    @Override
    public final String getName() {
        return "near_duplicate_" + name;
    }

    @Override
    public final List<Route> routes() {
        String path = "/{index}/_near_duplicate/" + name;
        return List.of(new Route(GET, path), new Route(POST, path));
    }

    /**
     * Returns what answers a request: with its answer, for which closing the connection cancels it, or, if
     * the answer is kept, with its task.
     */
    protected static <A extends ActionResponse> RestChannelConsumer answer(
            ActionType<A> type,
            LocalRequest<?> request,
            RestRequest rest,
            NodeClient client,
            Function<RestChannel, ActionListener<A>> listener) {
        if (request.keepsResult()) {
            return channel -> WaitForCompletion.start(type, request, client, channel);
        }
        return channel -> new RestCancellableNodeClient(client, rest.getHttpChannel())
                .execute(type, request, listener.apply(channel));
    }
}
