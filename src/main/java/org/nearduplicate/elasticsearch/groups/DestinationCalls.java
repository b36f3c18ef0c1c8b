package org.nearduplicate.elasticsearch.groups;

import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.job.JobMonitor;

/**
 * Calls of a job about its destination. The thread of the job waits for the answers, and stops waiting
 * when the job is cancelled.
 *
 * @param monitor checked for cancellation while a call is awaited
 */
record DestinationCalls(Client client, String dest, JobMonitor monitor) {

    /** How long the state of the cluster is waited for at most, as everywhere in Elasticsearch. */
    static final TimeValue MASTER_TIMEOUT = TimeValue.timeValueSeconds(30);

    /** Returns what a run fails with that was ended by a later one, or whose index was deleted. */
    static ElasticsearchStatusException conflict(String dest, Throwable cause) {
        return new ElasticsearchStatusException(
                "[dest] [{}]: the run was ended by a later one, or its index was deleted",
                RestStatus.CONFLICT, cause, dest);
    }

    /**
     * Calls and waits.
     *
     * @throws RuntimeException as {@link #await}
     */
    <A extends ActionResponse> A call(ActionType<A> action, ActionRequest request) {
        return await(listener -> client.execute(action, request, listener));
    }

    /**
     * Makes a call that ends at a listener, and waits.
     *
     * @throws TaskCancelledException if the call was refused because the job is cancelled
     * @throws ElasticsearchStatusException if the call failed, with the status of the failure, which
     *     is the cause
     * @throws RuntimeException what the monitor stops the job with
     */
    <T> T await(Consumer<ActionListener<T>> call) {
        return RunSearches.await(
                listener -> call.accept(
                        listener.delegateResponse(
                                (caller, failure) -> caller.onFailure(failure(failure)))),
                monitor);
    }

    /** Returns what a run fails with where a call failed. */
    RuntimeException failure(Exception failure) {
        Throwable cause = ExceptionsHelper.unwrapCause(failure);
        if (cause instanceof TaskCancelledException cancelled) {
            return cancelled;
        }
        return new ElasticsearchStatusException(
                "[dest] [{}]: {}", ExceptionsHelper.status(cause), cause, dest, cause.getMessage());
    }
}
