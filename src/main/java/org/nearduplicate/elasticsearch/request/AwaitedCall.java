package org.nearduplicate.elasticsearch.request;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.sketch.JobMonitor;

/** How the thread of a run waits for a call, and which failure of the call is reported. */
public final class AwaitedCall {

    private AwaitedCall() {}

    /**
     * Calls and waits.
     *
     * @throws RuntimeException what the call failed with, or what the monitor stops the run with
     */
    public static <T> T await(Consumer<ActionListener<T>> call, JobMonitor monitor) {
        // Not a PlainActionFuture: that may not be completed by a thread of the waiting thread's pool.
        CompletableFuture<T> answer = new CompletableFuture<>();
        call.accept(
                ActionListener.wrap(
                        answer::complete,
                        failure -> answer.completeExceptionally(reason(failure))));
        return Await.answer(answer, monitor);
    }

    /**
     * Returns the failure that is reported to the user. What is wrong with a request is wrong for every shard, and the first
     * of them reports it; that all of them failed says nothing.
     *
     * @return what the shards refused, if they did; else the failure
     */
    public static Exception reason(Exception failure) {
        return failure instanceof SearchPhaseExecutionException search
                && search.status() == RestStatus.BAD_REQUEST
                && search.shardFailures().length > 0
                && ExceptionsHelper.unwrapCause(
                        search.shardFailures()[0].getCause()) instanceof Exception refusal
                                ? refusal
                                : failure;
    }
}
