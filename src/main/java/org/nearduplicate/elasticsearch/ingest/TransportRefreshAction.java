package org.nearduplicate.elasticsearch.ingest;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.version.Project;

/** Asks a primary to answer when a search sees what it wrote: after its next refresh, or at once. */
public final class TransportRefreshAction
        extends TransportAction<RefreshRequest, ActionResponse.Empty> {

    /** Nothing that users may call. */
    public static final String NAME = "internal:near_duplicate/refresh";

    /** The action. */
    public static final ActionType<ActionResponse.Empty> TYPE = new ActionType<>(NAME);

    private static final String OF_SHARD = NAME + "[p]";

    private final TransportService transportService;
    private final ClusterService clusterService;
    private final Project.Finder projects;
    private final ThreadPool threadPool;

    /** Created by Elasticsearch. */
    @Inject
    public TransportRefreshAction(
            TransportService transportService,
            ActionFilters actionFilters,
            ClusterService clusterService,
            IndicesService indices,
            Project.Finder projects) {
        super(
                NAME,
                actionFilters,
                transportService.getTaskManager(),
                transportService.getThreadPool().generic());
        this.transportService = transportService;
        this.clusterService = clusterService;
        this.projects = projects;
        this.threadPool = transportService.getThreadPool();
        transportService.registerRequestHandler(
                OF_SHARD,
                threadPool.generic(),
                RefreshRequest::new,
                (request, channel, task) -> indices
                        .indexServiceSafe(request.shardId().getIndex())
                        .getShard(request.shardId().id())
                        .addRefreshListener(
                                request.sequenceNumber(),
                                false,
                                new ChannelActionListener<>(channel)
                                        .map(seen -> ActionResponse.Empty.INSTANCE)));
    }

    @Override
    protected void doExecute(
            Task task, RefreshRequest request, ActionListener<ActionResponse.Empty> listener) {
        ShardRouting primary = projects.find().primary(request.shardId());
        DiscoveryNode node = primary.active()
                ? clusterService.state().nodes().get(primary.currentNodeId())
                : null;
        if (node == null) {
            throw new NoShardAvailableActionException(request.shardId(), "no primary");
        }
        transportService.sendRequest(
                node,
                OF_SHARD,
                request,
                new ActionListenerResponseHandler<>(
                        listener, in -> ActionResponse.Empty.INSTANCE, threadPool.generic()));
    }
}
