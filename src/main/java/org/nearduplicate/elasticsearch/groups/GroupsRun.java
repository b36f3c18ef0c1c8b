package org.nearduplicate.elasticsearch.groups;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.Rewriteable;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.groups.GroupsStatus.GroupsMonitor;
import org.nearduplicate.elasticsearch.groups.WorkCalls.WorkContext;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.DocumentFields;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.shards.OpenedShards;
import org.nearduplicate.elasticsearch.shards.OpenedShards.ShardLostException;
import org.nearduplicate.elasticsearch.shards.ShardView;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.elasticsearch.version.RewriteContexts;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.TooLargeException;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/**
 * One run: opens the shards, finds the groups, and answers or writes them. The views of shards are of one time: if one is
 * lost, the run begins anew with other copies of all of them. Not thread-safe.
 */
final class GroupsRun {

    /** Nodes may be restarted one after the other, but something else is wrong if that goes on. */
    private static final int MOST_ATTEMPTS = 10;

    private static final Set<RestStatus> WRONG_REQUEST =
            Set.of(RestStatus.BAD_REQUEST, RestStatus.FORBIDDEN);

    private static final Logger LOGGER = LogManager.getLogger(GroupsRun.class);

    private final long startNanos = System.nanoTime();
    private final NodeServices node;
    private final LocalRequest<GroupsParameters> request;
    private final GroupsParameters parameters;
    private final ProgressTask<GroupsStatus> task;
    private final String[] indices;
    private final long nowInMillis;

    private final Set<String> leftOut = new HashSet<>();
    private ShardLostException lost;

    GroupsRun(
            NodeServices node,
            LocalRequest<GroupsParameters> request,
            ProgressTask<GroupsStatus> task) {
        this.node = node;
        this.request = request;
        this.parameters = request.parameters();
        this.task = task;
        this.nowInMillis = node.threadPool().absoluteTimeInMillis();
        // Once: an index that is created while the run begins anew, such as its destination, is no part of it.
        this.indices = node.names(node.projects().find(), request);
    }

    /**
     * Runs, until an attempt does not lose a shard.
     *
     * @throws ShardLostException if a shard has no other copy, or shards are lost again and again
     */
    GroupsResponse run() {
        for (int attempt = 1;; attempt++) {
            try {
                return attempt();
            } catch (ShardLostException e) {
                if (e == lost || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
                LOGGER.info("run [{}] begins anew: {}", task.getId(), e.getMessage());
                lost = e;
            } catch (TooLargeException e) {
                throw refusal(e);
            }
        }
    }

    /** Says that there is not enough memory as a breaker does. */
    static ElasticsearchStatusException refusal(TooLargeException e) {
        return new ElasticsearchStatusException(e.getMessage(), RestStatus.TOO_MANY_REQUESTS, e);
    }

    /** All pairs of a run are verified in one way, so one shard without shingle sets is enough. */
    private GroupsResponse attempt() {
        Project project = node.projects().find();
        project.requireReadable(indices);
        try (BreakerAccount account = new BreakerAccount(node.breaker(), "near_duplicate groups")) {
            GroupsMonitor monitor = new GroupsMonitor(
                    task, account, status -> task.progress(old -> status));
            ShardView view = view(project, monitor);
            try (OpenedShards shards = open(project, view, monitor)) {
                FieldDescriptions.OfShard fallback = shards.field().fallback().orElse(null);
                if (fallback == null) {
                    return answer(
                            project, shards,
                            Objects.requireNonNullElse(view.verify(), Verify.EXACT), monitor);
                }
                fallback.warn(view.field());
                if (shards.allFellBack()) {
                    return answer(project, shards, Verify.SIGNATURE, monitor);
                }
            }
            try (OpenedShards shards = open(project, view.bySignature(), monitor)) {
                return answer(project, shards, Verify.SIGNATURE, monitor);
            }
        }
    }

    private ShardView view(Project project, JobMonitor monitor) {
        QueryRewriteContext context = RewriteContexts.create(
                node.searches(), nowInMillis, project.cluster().getMinTransportVersion(),
                project.resolved(
                        request, node.resolver(), node.transport().getRemoteClusterService(),
                        nowInMillis));
        QueryBuilder query = RunSearches.await(
                listener -> Rewriteable.rewriteAndFetch(parameters.query(), context, listener),
                monitor);
        return new ShardView(
                parameters.field(), parameters.ignoreUnmapped(), parameters.verify(),
                parameters.ignore(), query,
                parameters.keepBy().field(), parameters.keepBy().keep() == Keep.HIGHEST,
                parameters.peers(), parameters.minShingles());
    }

    /**
     * Opens the shards, and checks that none is left out that was not left out at first.
     *
     * @throws ShardLostException why the run began anew, if some or all cannot be opened
     */
    private OpenedShards open(Project project, ShardView view, JobMonitor monitor) {
        OpenedShards shards;
        try {
            shards = OpenedShards.open(
                    node, request, indices, project, view, nowInMillis, task, monitor);
        } catch (ElasticsearchStatusException e) {
            if (lost == null) {
                throw e;
            }
            lost.addSuppressed(e);
            throw lost;
        }
        Set<String> failed = shards.failures()
                .stream()
                .map(failure -> failure.index() + "[" + failure.shardId() + "]")
                .collect(Collectors.toSet());
        if (lost == null) {
            leftOut.addAll(failed);
        } else if (leftOut.containsAll(failed) == false) {
            shards.close();
            throw lost;
        }
        return shards;
    }

    private GroupsResponse answer(
            Project project, OpenedShards shards, Verify verify, GroupsMonitor monitor) {
        monitor.opened(shards.total(), shards.failures().size());
        shards.requireComparableValues();
        Scheme scheme = shards.field().scheme();
        GroupsOptions options = parameters.options(
                shards.field(), verify, shards.ignored());
        boolean nowhere = shards.shards().isEmpty();
        Double minSimilarity =
                nowhere ? parameters.minSimilarity() : (Double) options.minSimilarity();
        DocumentFields documents = documents(project, shards, monitor);
        Destination destination = openDestination(shards, minSimilarity, verify, monitor);
        try {
            RunIndex written = destination == null ? null : destination.index();
            TopResults top = new TopResults(parameters.limits(), options.keep(), monitor);
            GroupsCounts counts = new GroupsJob(
                    shards.shards(), scheme, options,
                    GroupsSettings.memory(
                            node.cluster().getClusterSettings(), node.breaker()),
                    monitor)
                    .run(
                            groups -> {
                                if (destination != null) {
                                    groups.forEachPart(
                                            RunIndex.MAX_MEMBERS,
                                            destination::writePart);
                                }
                                top.add(groups);
                            },
                            nowhere ? List.of() : workers(shards, options, written),
                            found -> {
                                top.add(found);
                                if (destination != null) {
                                    destination.count(found.written());
                                }
                            });
            ListedFields fields = parameters.fields().isEmpty()
                    ? ListedFields.NONE
                    : ListedFields.read(documents, top.groups(), monitor);
            if (destination != null) {
                top.pairs().forEach(destination::writePair);
                destination.complete(counts);
            }
            return new GroupsResponse(
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos),
                    shards.total(),
                    shards.failures(),
                    minSimilarity,
                    verify,
                    nowhere
                            ? null
                            : (Double) verify.probabilityFound(
                                    scheme.withBanding(scheme.banding().ofRows(options.rows())),
                                    options.minSimilarity()),
                    counts,
                    top.groups(),
                    fields,
                    parameters.listsPairs() ? top.pairs() : null,
                    written);
        } catch (RuntimeException e) {
            if (destination != null) {
                destination.abandon();
            }
            throw e;
        }
    }

    /** The nodes that may do work units of the run: none if there is but one. */
    private List<RemoteWorker> workers(
            OpenedShards shards, GroupsOptions options, RunIndex written) {
        WorkContext context =
                new WorkContext(shards.handles(), options, parameters.limits(), written);
        DiscoveryNodes nodes = node.cluster().state().nodes();
        List<RemoteWorker> workers = shards.nodes()
                .stream()
                .filter(nodes::nodeExists)
                .map(worker -> new RemoteWorker(node, nodes.get(worker), task, context))
                .toList();
        return workers.size() == 1 ? List.of() : workers;
    }

    /**
     * Returns what reads the requested fields, and refuses at once what would be refused when the groups are known. Other
     * failures may be over by then. Where shards are missing already, a search may miss them too.
     */
    private DocumentFields documents(
            Project project, OpenedShards shards, GroupsMonitor monitor) {
        DocumentFields documents = new DocumentFields(
                new RunSearches(
                        node.client(task), request, monitor,
                        shards.failures().isEmpty() == false),
                parameters.fields(),
                RunSearches.maxHits(Arrays.stream(indices).map(project::index)));
        if (parameters.fields().isEmpty()) {
            return documents;
        }
        try {
            documents.check(
                    QueryBuilders.boolQuery()
                            .filter(QueryBuilders.existsQuery(parameters.field()))
                            .filter(parameters.query()));
        } catch (RuntimeException e) {
            monitor.checkCancelled();
            if (WRONG_REQUEST.contains(ExceptionsHelper.status(e))) {
                throw e;
            }
        }
        return documents;
    }

    /**
     * Opens the destination, before any work is done for one that cannot be written. The destination names the task, so that
     * a run that goes on differs from one whose node died.
     *
     * @return the destination, or null if none is requested
     */
    private Destination openDestination(
            OpenedShards shards, Double minSimilarity, Verify verify, GroupsMonitor monitor) {
        if (parameters.dest() == null) {
            return null;
        }
        requireAllShards(shards);
        ParentTaskAssigningClient client = node.client(task);
        return Destination.open(
                client, parameters.dest(), List.of(indices),
                Map.of(
                        "request", parameters.toMap(minSimilarity, verify),
                        "task", client.getParentTask().toString()),
                monitor, monitor::written);
    }

    /** What replaces a whole run must be whole. */
    private void requireAllShards(OpenedShards shards) {
        if (shards.failures().isEmpty() == false) {
            DefaultShardOperationFailedException first = shards.failures().getFirst();
            throw new ElasticsearchStatusException(
                    "[dest] gets groups of all shards or none: [{}] of [{}] could not be read, first"
                            + " shard [[{}][{}]]: {}",
                    RestStatus.SERVICE_UNAVAILABLE, first.getCause(), shards.failures().size(),
                    shards.total(), first.index(), first.shardId(), first.getCause().getMessage());
        }
        if (shards.shards().isEmpty()) {
            throw new ElasticsearchStatusException(
                    "no index has [field] [{}] whose groups [dest] could get",
                    RestStatus.NOT_FOUND, parameters.field());
        }
    }
}
