package org.nearduplicate.elasticsearch.chain;

import java.util.Arrays;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.ResultWindow;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.groups.ChainSearch;

/**
 * Finds a chain by searches, on the node that was asked. They are children of its task, so that whoever
 * cancels the task cancels them, and no more are started.
 */
public final class TransportChainAction
        extends TransportAction<LocalRequest<ChainOptions>, ChainResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/chain";

    /** The action. */
    public static final ActionType<ChainResponse> TYPE = new ActionType<>(NAME);

    private final ClusterService clusterService;
    private final Project.Finder projects;
    private final IndexNameExpressionResolver nameResolver;
    private final Executor executor;
    private final NodeClient client;

    /** Created by Elasticsearch. */
    @Inject
    public TransportChainAction(
            TransportService transportService,
            ActionFilters actionFilters,
            ClusterService clusterService,
            Project.Finder projects,
            IndexNameExpressionResolver nameResolver,
            NodeClient client) {
        super(
                NAME,
                actionFilters,
                transportService.getTaskManager(),
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.clusterService = clusterService;
        this.projects = projects;
        this.nameResolver = nameResolver;
        this.executor = transportService.getThreadPool().generic();
        this.client = client;
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<ChainOptions> request, ActionListener<ChainResponse> listener) {
        long startNanos = System.nanoTime();
        Client child = new ParentTaskAssigningClient(client, clusterService.localNode(), task);
        Searches searches = new Searches(child, (CancellableTask) task, executor);
        new ChainJob(target(request), searches)
                .run()
                .whenComplete((result, failure) -> ActionListener.completeWith(listener, () -> {
                    if (failure != null) {
                        throw cause(failure);
                    }
                    searches.addWarnings();
                    return new ChainResponse(
                            result.chain(),
                            result.directSimilarity(),
                            request.parameters().maxLength(),
                            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
                }));
    }

    /** There is no use for more hits than are visited, nor for more than every index gives. */
    private ChainTarget target(LocalRequest<ChainOptions> request) {
        Project project = projects.find();
        String[] indices = nameResolver.concreteIndexNames(project.cluster(), request);
        request.parameters().start().requireIndex(ChainOptions.START, indices.length);
        request.parameters().end().requireIndex(ChainOptions.END, indices.length);
        return new ChainTarget(
                request,
                Math.min(
                        ChainSearch.MAX_VISITED,
                        ResultWindow.of(Arrays.stream(indices).map(project::index))));
    }

    private static Exception cause(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        if (cause instanceof Exception e) {
            return e;
        }
        // A future would keep an error to itself, and the caller would wait for ever.
        ExceptionsHelper.maybeDieOnAnotherThread(cause);
        return new IllegalStateException(cause);
    }
}
