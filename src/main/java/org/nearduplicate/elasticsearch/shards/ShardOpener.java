package org.nearduplicate.elasticsearch.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.cluster.ProjectState;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.routing.OperationRouting;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.groups.Await;
import org.nearduplicate.groups.JobMonitor;

/**
 * Opens all shards of some indices for a job: the copies of a shard are tried one after the other. Safe
 * for use by several threads.
 */
public final class ShardOpener {

    private static final TimeValue KEEP_ALIVE_INTERVAL = TimeValue.timeValueMinutes(1);

    /** Copies on this node are asked first. */
    private static final String PREFERENCE = "_local";

    private final TransportService transportService;
    private final SearchService searchService;
    private final OperationRouting routing;
    private final IndexNameExpressionResolver resolver;

    /**
     * Creates an opener.
     *
     * @param transportService sends the messages
     * @param searchService knows the filters of aliases
     * @param routing knows the copies of shards
     * @param resolver resolves names of indices
     */
    public ShardOpener(
            TransportService transportService,
            SearchService searchService,
            OperationRouting routing,
            IndexNameExpressionResolver resolver) {
        this.transportService = transportService;
        this.searchService = searchService;
        this.routing = routing;
        this.resolver = resolver;
    }

    /**
     * Opens shards. Waits until each is opened or has failed on all its copies.
     *
     * @param request names the indices as the user did
     * @param indices the indices that these names stand for
     * @param project the state to find the shards in
     * @param view what is wanted of them
     * @param nowInMillis the time for date mathematics
     * @param job the task of the job
     * @param monitor may stop the waiting
     * @return the shards
     * @throws RuntimeException if the request is wrong for a shard, or no shard at all could be opened
     */
    public OpenedShards open(
            IndicesRequest request,
            String[] indices,
            ProjectState project,
            ShardView view,
            long nowInMillis,
            Task job,
            JobMonitor monitor) {
        OriginalIndices names = new OriginalIndices(request);
        Set<ResolvedExpression> expressions =
                resolver.resolveExpressionsIgnoringRemotes(project.metadata(), request.indices());
        Map<String, Set<String>> aliasRouting =
                resolver.resolveSearchRouting(project.metadata(), null, request.indices());
        List<Opening> openings = new ArrayList<>();
        for (ShardIterator copies : routing.searchShards(
                project, indices, aliasRouting, PREFERENCE)) {
            AliasFilter filter = searchService.buildAliasFilter(
                    project, copies.shardId().getIndexName(), expressions);
            OpenMessage message = new OpenMessage(
                    names, copies.shardId(), filter, nowInMillis, view);
            Opening opening = new Opening(copies, message, names, project, job);
            openings.add(opening);
            opening.tryNext(new NoShardAvailableActionException(copies.shardId()));
        }
        return collect(openings, monitor);
    }

    private OpenedShards collect(List<Opening> openings, JobMonitor monitor) {
        List<RemoteShard> opened = new ArrayList<>();
        List<DefaultShardOperationFailedException> failures = new ArrayList<>();
        boolean success = false;
        try {
            for (Opening opening : openings) {
                try {
                    opened.add(Await.answer(opening.shard, monitor));
                } catch (OpeningFailedException e) {
                    refuseWrongRequest(e.getCause());
                    failures.add(
                            new DefaultShardOperationFailedException(
                                    opening.copies.shardId().getIndexName(),
                                    opening.copies.shardId().id(),
                                    e.getCause()));
                }
            }
            if (opened.isEmpty() && failures.isEmpty() == false) {
                throw new ElasticsearchStatusException(
                        "no shard could be read", failures.getFirst().status(),
                        failures.getFirst().getCause());
            }
            success = true;
        } finally {
            if (success == false) {
                openings.forEach(Opening::abandon);
            }
        }
        return new OpenedShards(opened, failures, keepAlive(opened));
    }

    private Scheduler.Cancellable keepAlive(List<RemoteShard> shards) {
        ThreadPool threadPool = transportService.getThreadPool();
        // Messages need the rights of the user, which are in the context of this thread.
        Runnable keepAlive = threadPool.getThreadContext()
                .preserveContext(() -> shards.forEach(RemoteShard::keepAlive));
        return threadPool.scheduleWithFixedDelay(
                keepAlive, KEEP_ALIVE_INTERVAL, threadPool.generic());
    }

    /** What is wrong with a request is wrong for every shard: it is no failure of one of them. */
    private static void refuseWrongRequest(Throwable failure) {
        RestStatus status = ExceptionsHelper.status(failure);
        if (failure instanceof RuntimeException wrong
                && (status == RestStatus.BAD_REQUEST || status == RestStatus.FORBIDDEN)) {
            throw wrong;
        }
    }

    /** Why a shard could not be opened. */
    private static final class OpeningFailedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        OpeningFailedException(Exception cause) {
            super(cause);
        }
    }

    /** The attempts to open one shard. */
    private final class Opening {

        private final ShardIterator copies;
        private final OpenMessage message;
        private final OriginalIndices names;
        private final ProjectState project;
        private final Task job;
        private final CompletableFuture<RemoteShard> shard = new CompletableFuture<>();

        Opening(
                ShardIterator copies,
                OpenMessage message,
                OriginalIndices names,
                ProjectState project,
                Task job) {
            this.copies = copies;
            this.message = message;
            this.names = names;
            this.project = project;
            this.job = job;
        }

        /** Tries the next copy, and fails with the last failure if there is none. */
        void tryNext(Exception lastFailure) {
            ShardRouting copy = copies.nextOrNull();
            DiscoveryNode node = copy == null
                    ? null
                    : project.cluster().nodes().get(copy.currentNodeId());
            if (node == null) {
                shard.completeExceptionally(new OpeningFailedException(lastFailure));
                return;
            }
            transportService.sendChildRequest(
                    node,
                    ShardActions.OPEN,
                    message,
                    job,
                    TransportRequestOptions.EMPTY,
                    new ActionListenerResponseHandler<>(
                            ActionListener.wrap(
                                    response -> shard.complete(
                                            new RemoteShard(
                                                    transportService, job, names, node,
                                                    copies.shardId(), response)),
                                    failure -> failed(failure)),
                            OpenMessage.Response::new,
                            EsExecutors.DIRECT_EXECUTOR_SERVICE));
        }

        /** Closes the shard as soon as it is open, because nobody will ask it. */
        void abandon() {
            shard.thenAccept(RemoteShard::close);
        }

        private void failed(Exception failure) {
            Throwable cause = ExceptionsHelper.unwrapCause(failure);
            if (cause instanceof TaskCancelledException cancelled) {
                shard.completeExceptionally(cancelled);
            } else {
                tryNext(cause instanceof Exception exception ? exception : failure);
            }
        }
    }
}
