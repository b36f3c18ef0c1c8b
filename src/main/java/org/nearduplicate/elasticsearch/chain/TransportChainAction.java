package org.nearduplicate.elasticsearch.chain;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.nearduplicate.chain.ChainSearch;
import org.nearduplicate.elasticsearch.request.LocalAction;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.version.Project;

/**
 * Finds a chain by searches, on the node that received the request. They are children of its task, so that cancelling the
 * task cancels them, and no more are started.
 */
public final class TransportChainAction extends LocalAction<ChainOptions, ChainResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/chain";

    /** The action. */
    public static final ActionType<ChainResponse> TYPE = new ActionType<>(NAME);

    /** Created by Elasticsearch. */
    @Inject
    public TransportChainAction(NodeServices node) {
        super(NAME, node);
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<ChainOptions> request, ActionListener<ChainResponse> listener) {
        Project project = node.projects().find();
        String[] indices = node.names(project, request);
        request.parameters().start().requireIndex(ChainOptions.START, indices.length);
        request.parameters().end().requireIndex(ChainOptions.END, indices.length);
        // More hits than are visited are of no use, and no index returns more than its limit.
        int maxHits = Math.min(
                ChainSearch.MAX_VISITED,
                RunSearches.maxHits(Arrays.stream(indices).map(project::index)));
        Searches searches = new Searches(
                node.client(task), (CancellableTask) task, node.threadPool().generic());
        CompletableFuture<ChainResponse> chain = new ChainJob(request, maxHits, searches).run();
        chain.whenComplete((response, failure) -> ActionListener.completeWith(listener, () -> {
            if (failure != null) {
                throw exception(chain.exceptionNow());
            }
            searches.addWarnings();
            return response;
        }));
    }

    private static Exception exception(Throwable failure) {
        if (failure instanceof Exception e) {
            return e;
        }
        // A future would swallow an error, and the caller would wait for ever.
        ExceptionsHelper.maybeDieOnAnotherThread(failure);
        return new IllegalStateException(failure);
    }
}
