package org.nearduplicate.elasticsearch.chain;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.ThreadedActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.elasticsearch.request.RunSearches;

/**
 * Runs searches for a job. What follows a search runs on the executor of the job in the context of the caller, not on a
 * thread of the search. The warnings of all searches are kept for the caller.
 */
final class Searches {

    private static final String WARNING = "Warning";

    private final Client client;
    private final CancellableTask task;
    private final Executor executor;
    private final ThreadContext context;
    private final Set<String> warnings = ConcurrentHashMap.newKeySet();

    /**
     * @param task the task of the job: once it is cancelled, no search is started
     * @param executor goes on after them; keeps the thread context
     */
    Searches(Client client, CancellableTask task, Executor executor) {
        this.client = client;
        this.task = task;
        this.executor = executor;
        this.context = client.threadPool().getThreadContext();
    }

    /** Starts a search. Its answer completes what is returned. */
    <T> CompletableFuture<T> run(BiConsumer<Client, ActionListener<T>> search) {
        CompletableFuture<T> result = new CompletableFuture<>();
        ActionListener<T> goOn = new ThreadedActionListener<>(
                executor,
                ActionListener.wrap(
                        result::complete, e -> result.completeExceptionally(reason(e))))
                .map(found -> {
                    warnings.addAll(context.getResponseHeaders().getOrDefault(WARNING, List.of()));
                    return found;
                });
        ActionListener.run(
                ContextPreservingActionListener.wrapPreservingContext(goOn, context),
                listener -> {
                    task.ensureNotCancelled();
                    search.accept(client, listener);
                });
        return result;
    }

    /**
     * Returns why a search failed. If the job was cancelled meanwhile the search fails in a way that depends on its
     * progress. The failure for the caller then is the cancellation and its reason.
     */
    private Exception reason(Exception failure) {
        try {
            task.ensureNotCancelled();
            return RunSearches.reason(failure);
        } catch (TaskCancelledException cancelled) {
            if (cancelled != failure) {
                cancelled.addSuppressed(failure);
            }
            return cancelled;
        }
    }

    /** Hands the warnings of all searches on to the caller, in whose context this is called. */
    void addWarnings() {
        warnings.stream()
                .sorted()
                .forEach(warning -> context.addResponseHeader(WARNING, warning));
    }

    /** Waits for all of some futures, without blocking. */
    static <T> CompletableFuture<List<T>> all(Collection<CompletableFuture<T>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                .thenApply(done -> futures.stream().map(CompletableFuture::join).toList());
    }
}
