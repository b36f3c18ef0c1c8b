package org.nearduplicate.elasticsearch.groups;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.Rewriteable;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.ResultWindow;
import org.nearduplicate.elasticsearch.request.RunExecutor;
import org.nearduplicate.elasticsearch.shards.ShardActions;
import org.nearduplicate.elasticsearch.shards.ShardOpener;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.elasticsearch.version.RewriteContexts;

/** Runs requests for groups, on the node that was asked. */
public final class TransportGroupsAction
        extends TransportAction<LocalRequest<GroupsParameters>, GroupsResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/groups";

    /** The action. */
    public static final ActionType<GroupsResponse> TYPE = new ActionType<>(NAME);

    private final ClusterService clusterService;
    private final TransportService transportService;
    private final SearchService searchService;
    private final CircuitBreaker breaker;
    private final Project.Finder projects;
    private final IndexNameExpressionResolver resolver;
    private final ShardOpener opener;
    private final Client client;
    private final RunExecutor runs;

    /** Created by Elasticsearch. */
    @Inject
    public TransportGroupsAction(
            ClusterService clusterService,
            TransportService transportService,
            SearchService searchService,
            ActionFilters actionFilters,
            CircuitBreakerService breakers,
            Project.Finder projects,
            IndexNameExpressionResolver resolver,
            Client client,
            ShardActions shards) {
        super(
                NAME,
                actionFilters,
                transportService.getTaskManager(),
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.clusterService = clusterService;
        this.transportService = transportService;
        this.searchService = searchService;
        this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
        this.projects = projects;
        this.resolver = resolver;
        this.client = client;
        this.runs =
                new RunExecutor(
                        transportService.getThreadPool(), transportService.getTaskManager(),
                        breaker);
        new PieceActions(transportService, clusterService, client, breaker);
        this.opener = new ShardOpener(
                transportService, searchService, clusterService.operationRouting(), resolver);
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<GroupsParameters> request,
            ActionListener<GroupsResponse> listener) {
        ProgressTask<GroupsStatus> run = ProgressTask.of(task, GroupsStatus.class);
        runs.start(run, request, listener, () -> run(run, request));
    }

    private GroupsResponse run(
            ProgressTask<GroupsStatus> task, LocalRequest<GroupsParameters> request) {
        long startNanos = System.nanoTime();
        long nowInMillis = transportService.getThreadPool().absoluteTimeInMillis();
        // Once: what comes while the run begins anew, such as its destination, is no part of it.
        String[] indices = resolver.concreteIndexNames(projects.find().cluster(), request);
        requireOtherDestination(request.parameters().dest(), indices);
        RunAttempts attempts = new RunAttempts(Long.toString(task.getId()));
        return attempts.run(
                () -> run(task, request, indices, startNanos, nowInMillis, attempts));
    }

    private GroupsResponse run(
            ProgressTask<GroupsStatus> task, LocalRequest<GroupsParameters> request,
            String[] indices, long startNanos, long nowInMillis, RunAttempts attempts) {
        task.progress(GroupsStatus::opening);
        Project project = projects.find();
        project.requireReadable(indices);
        GroupsRun run = new GroupsRun(
                request,
                task,
                breaker,
                GroupsSettings.memory(clusterService.getClusterSettings(), breaker),
                ResultWindow.of(Arrays.stream(indices).map(project::index)),
                (piece, nodes) -> peers(task, piece, nodes),
                new ParentTaskAssigningClient(client, clusterService.localNode(), task),
                startNanos);
        return run.run(
                (view, monitor) -> attempts.open(
                        () -> opener.open(
                                request, indices, project, view, nowInMillis, task, monitor)),
                listener -> Rewriteable.rewriteAndFetch(
                        request.parameters().query(),
                        rewriteContext(request, project, nowInMillis),
                        listener));
    }

    /** The nodes that may do pieces of the run: none if there is but one. */
    private List<NodePeer> peers(Task run, NodePeer.Piece piece, Set<String> holders) {
        DiscoveryNodes nodes = clusterService.state().nodes();
        List<NodePeer> peers = holders.stream()
                .filter(nodes::nodeExists)
                .map(node -> new NodePeer(
                        transportService, client, nodes.get(node), run, piece))
                .toList();
        return peers.size() == 1 ? List.of() : peers;
    }

    private QueryRewriteContext rewriteContext(
            LocalRequest<GroupsParameters> request, Project project, long nowInMillis) {
        return RewriteContexts.create(
                searchService,
                nowInMillis,
                project.cluster().getMinTransportVersion(),
                project.resolved(
                        request,
                        resolver,
                        transportService.getRemoteClusterService(),
                        nowInMillis));
    }

    private static void requireOtherDestination(String dest, String[] indices) {
        if (dest != null && Arrays.asList(indices).contains(dest)) {
            throw new IllegalArgumentException(
                    "[dest] must not be an index whose groups are asked for, got [" + dest + "]");
        }
    }
}
