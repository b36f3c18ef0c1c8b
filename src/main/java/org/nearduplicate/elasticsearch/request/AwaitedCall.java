package org.nearduplicate.elasticsearch.request;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.nearduplicate.groups.Await;
import org.nearduplicate.sketch.JobMonitor;

/** How the thread of a run waits for what it asks of the node. */
public final class AwaitedCall {

    private AwaitedCall() {}

    /**
     * Calls and waits.
     *
     * @param <T> the type of the answer
     * @param call makes a call that ends at the listener
     * @param monitor is asked all the time whether to wait on
     * @return the answer
     * @throws RuntimeException what the call failed with, or what the monitor stops the run with
     */
    public static <T> T await(Consumer<ActionListener<T>> call, JobMonitor monitor) {
        // Not a PlainActionFuture: that may not be completed by a thread of the waiting thread's pool.
        CompletableFuture<T> answer = new CompletableFuture<>();
        call.accept(
                ActionListener.wrap(
                        answer::complete,
                        failure -> answer.completeExceptionally(WrongRequest.reason(failure))));
        return Await.answer(answer, monitor);
    }
}
