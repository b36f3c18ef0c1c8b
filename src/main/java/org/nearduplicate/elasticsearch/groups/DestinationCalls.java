package org.nearduplicate.elasticsearch.groups;

import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.indices.refresh.RefreshAction;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.elasticsearch.request.AwaitedCall;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Calls of a job about its destination. The thread of the job waits for the answers, and stops waiting
 * when the job is cancelled.
 *
 * @param client makes them
 * @param dest the name of the destination
 * @param monitor is asked all the time whether to wait on
 */
record DestinationCalls(Client client, String dest, JobMonitor monitor) {

    /** How long the state of the cluster is waited for at most, as everywhere in Elasticsearch. */
    static final TimeValue MASTER_TIMEOUT = TimeValue.timeValueSeconds(30);

    /**
     * Returns what a run fails with that was ended by a later one, or whose index was deleted.
     *
     * @param cause how it was noticed
     */
    static ElasticsearchStatusException conflict(String dest, Throwable cause) {
        return new ElasticsearchStatusException(
                "[dest] [{}]: the run was ended by a later one, or its index was deleted",
                RestStatus.CONFLICT, cause, dest);
    }

    /**
     * Calls and waits. The answer is read where it arrives: nobody has to release one that comes after
     * the job was cancelled.
     *
     * @param action what is called
     * @param request the request
     * @param read takes from the answer what is wanted
     * @return what was read
     * @throws RuntimeException as {@link #await(Consumer)}
     */
    <Q extends ActionRequest, A extends ActionResponse, T> T call(
            ActionType<A> action, Q request, CheckedFunction<A, T, Exception> read) {
        return await(listener -> client.execute(action, request, listener.map(read)));
    }

    /**
     * Calls and waits.
     *
     * @param call makes a call that ends at the listener
     * @return the answer
     * @throws TaskCancelledException if the call was refused because the job is cancelled
     * @throws ElasticsearchStatusException if the call failed, with the status of the failure, which
     *     is the cause
     * @throws RuntimeException what the monitor stops the job with
     */
    <T> T await(Consumer<ActionListener<T>> call) {
        return AwaitedCall.await(
                listener -> call.accept(
                        listener.delegateResponse(
                                (caller, failure) -> caller.onFailure(describe(failure)))),
                monitor);
    }

    /** Makes visible to searches what was written to an index. */
    void refresh(String index) {
        call(RefreshAction.INSTANCE, new RefreshRequest(index), response -> {
            if (response.getFailedShards() > 0) {
                throw response.getShardFailures()[0];
            }
            return response;
        });
    }

    private Exception describe(Exception failure) {
        Throwable cause = ExceptionsHelper.unwrapCause(failure);
        if (cause instanceof TaskCancelledException cancelled) {
            return cancelled;
        }
        return new ElasticsearchStatusException(
                "[dest] [{}]: {}", ExceptionsHelper.status(cause), cause, dest, cause.getMessage());
    }
}
