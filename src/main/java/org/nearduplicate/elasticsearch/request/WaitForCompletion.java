package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestBuilderListener;
import org.elasticsearch.tasks.LoggingTaskListener;
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
     * Starts a run and answers with its task as soon as it has its place, under which its answer is kept
     * once there is one; or with why it is refused. As for a reindex, the log has how the run ended, the
     * failure to keep its answer too.
     *
     * @param type the action that runs, by a {@link RunExecutor}
     * @param request the request, which wants its answer to be kept
     * @param client starts the run
     * @param channel receives the answer
     */
    public static <A extends ActionResponse> void start(
            ActionType<A> type, RunRequest request, NodeClient client, RestChannel channel) {
        SubscribableListener<A> end = new SubscribableListener<>();
        ProgressTask<?> task = (ProgressTask<?>) client.executeLocally(type, request, end);
        task.accepted().addListener(new RestBuilderListener<>(channel) {
            @Override
            public RestResponse buildResponse(Void accepted, XContentBuilder builder)
                    throws IOException {
                builder.startObject();
                builder.field("task", client.getLocalNodeId() + ":" + task.getId());
                return new RestResponse(RestStatus.OK, builder.endObject());
            }
        });
        task.accepted().andThenAccept(none -> end.addListener(new LoggingTaskListener<>(task)));
        // What fails before it is accepted, for want of rights for example, is not accepted.
        end.addListener(task.accepted().map(response -> null));
    }
}
