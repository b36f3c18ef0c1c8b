package org.nearduplicate.elasticsearch.request;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestBuilderListener;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.tasks.LoggingTaskListener;
import org.elasticsearch.xcontent.XContentBuilder;

/** {@code GET|POST /{index}/_near_duplicate/…}: a request over indices that its node answers. */
public abstract class RunRestAction extends BaseRestHandler {

    /** The parameter of requests that run for long. */
    public static final String WAIT = "wait_for_completion";

    /** What is said of it in a body. */
    public static final String WAIT_IN_URL = "must be in the URL, as [?" + WAIT + "=false]";

    private final String name;

    /** @param name the last part of its path */
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
     * Returns whether a request waits for its answer.
     *
     * @throws IllegalArgumentException if it says neither true nor false, or both, or starts a task, whose answer
     *     is written, although it may only read, or that has a page for its answer
     */
    protected static boolean waits(RestRequest request, AnswerFormat format) {
        RequestBody.requireOnce(request, WAIT);
        boolean wait;
        try {
            wait = request.paramAsBoolean(WAIT, true);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "[" + WAIT + "] must be [true] or [false], got [" + request.param(WAIT) + "]",
                    e);
        }
        if (wait == false) {
            requireWriting(request, "[" + WAIT + "] [false]");
            format.requireNoPage();
        }
        return wait;
    }

    /**
     * Checks that a request may write.
     *
     * @param what makes it write
     * @throws IllegalArgumentException if it may only read
     */
    protected static void requireWriting(RestRequest request, String what) {
        if (request.method() == RestRequest.Method.GET) {
            throw new IllegalArgumentException(
                    what + " needs the method [POST], as something is written, got [GET]");
        }
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
            return channel -> start(type, request, client, channel);
        }
        return channel -> new RestCancellableNodeClient(client, rest.getHttpChannel())
                .execute(type, request, listener.apply(channel));
    }

    /**
     * Starts a run and answers with its task as soon as it has its place, under which its answer is kept
     * once there is one; or with why it is refused. As for a reindex, the log has how the run ended, the
     * failure to keep its answer too.
     */
    private static <A extends ActionResponse> void start(
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
