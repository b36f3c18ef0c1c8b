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

    /** Its name, in the URL. */
    public static final String NAME = "wait_for_completion";

    /** What is said of it in a body. */
    public static final String IN_URL = "must be in the URL, as [?" + NAME + "=false]";

    private WaitForCompletion() {}

    /**
     * Returns whether a request waits.
     *
     * @throws IllegalArgumentException if it says neither true nor false, or both, or starts a task, whose answer
     *     is written, although it may only read
     */
    public static boolean of(RestRequest request) {
        boolean wait = read(request);
        if (wait == false) {
            requireWriting(request, "[" + NAME + "] [false]");
        }
        return wait;
    }

    /**
     * Checks that a request may write.
     *
     * @param what makes it write
     * @throws IllegalArgumentException if it may only read
     */
    public static void requireWriting(RestRequest request, String what) {
        if (request.method() == RestRequest.Method.GET) {
            throw new IllegalArgumentException(
                    what + " needs the method [POST], as something is written, got [GET]");
        }
    }

    private static boolean read(RestRequest request) {
        RequestBody.requireOnce(request, NAME);
        try {
            return request.paramAsBoolean(NAME, true);
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
     */
    public static <A extends ActionResponse> void start(
            ActionType<A> type, LocalRequest<?> request, NodeClient client, RestChannel channel) {
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
