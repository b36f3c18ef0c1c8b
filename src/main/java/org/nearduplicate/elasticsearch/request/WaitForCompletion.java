package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;

/** The parameter {@code wait_for_completion} of requests that run for long. */
public final class WaitForCompletion {

    /** Its name, in an address and in a body. */
    public static final String NAME = "wait_for_completion";

    private WaitForCompletion() {}

    /**
     * Returns whether a request waits. The parameter of the address goes before that of the body.
     *
     * @param request the request
     * @param inBody what its body says
     * @return whether the answer waits for the end of the run
     * @throws IllegalArgumentException if the address says neither true nor false
     */
    public static boolean of(RestRequest request, boolean inBody) {
        try {
            return request.paramAsBoolean(NAME, inBody);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "[" + NAME + "] must be [true] or [false], got [" + request.param(NAME) + "]",
                    e);
        }
    }

    /**
     * Starts a run and answers with its task, under which the answer is kept once there is one.
     *
     * @param type the action that runs
     * @param request the request, which wants its result to be stored
     * @param client starts the run
     * @param channel receives the answer
     * @throws IOException if the answer cannot be written
     */
    public static <Q extends ActionRequest, A extends ActionResponse> void start(
            ActionType<A> type, Q request, NodeClient client, RestChannel channel)
            throws IOException {
        if (request.validate() != null) {
            throw request.validate();
        }
        Task task = client.executeLocally(type, request, ActionListener.noop());
        try (XContentBuilder builder = channel.newBuilder()) {
            builder.startObject();
            builder.field("task", client.getLocalNodeId() + ":" + task.getId());
            builder.endObject();
            channel.sendResponse(new RestResponse(RestStatus.OK, builder));
        }
    }
}
