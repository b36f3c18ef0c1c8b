package org.nearduplicate.elasticsearch.groups;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.Rewriteable;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.request.AwaitedCall;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.shards.OpenedShards;
import org.nearduplicate.elasticsearch.shards.ShardLostException;
import org.nearduplicate.elasticsearch.shards.ShardView;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.elasticsearch.version.RewriteContexts;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.TooLargeException;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.JobMonitor;

/**
 * One run: opens the shards, and has {@link OpenedRun} find the groups. The views of shards are of one time: if one is
 * lost, the run begins anew with other copies of all of them. Belongs to the thread that runs it.
 */
final class GroupsRun {

    /** Nodes may be restarted one after the other, but something else is wrong if that goes on. */
    private static final int MOST_ATTEMPTS = 10;

    private static final Logger LOGGER = LogManager.getLogger(GroupsRun.class);

    private final long startNanos = System.nanoTime();
    private final NodeServices node;
    private final LocalRequest<GroupsParameters> request;
    private final ProgressTask<GroupsStatus> task;
    private final String[] indices;
    private final long nowInMillis;
    private final Opener opener;

    private final Set<String> leftOut = new HashSet<>();
    private ShardLostException lost;

    /**
     * @param indices those that the request names
     * @param nowInMillis the time for date mathematics
     */
    GroupsRun(
            NodeServices node,
            LocalRequest<GroupsParameters> request,
            ProgressTask<GroupsStatus> task,
            String[] indices,
            long nowInMillis,
            Opener opener) {
        this.node = node;
        this.request = request;
        this.task = task;
        this.indices = indices;
        this.nowInMillis = nowInMillis;
        this.opener = opener;
    }

    /** Opens the shards. */
    @FunctionalInterface
    interface Opener {

        /** Opens them as they are in a state, for what is wanted of them. */
        OpenedShards open(Project project, ShardView view, JobMonitor monitor);
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
        task.progress(GroupsStatus::opening);
        Project project = node.projects().find();
        project.requireReadable(indices);
        try (BreakerAccount account = new BreakerAccount(node.breaker(), "near_duplicate groups")) {
            GroupsMonitor monitor = new GroupsMonitor(task, account);
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
        GroupsParameters parameters = request.parameters();
        QueryRewriteContext context = RewriteContexts.create(
                node.searches(), nowInMillis, project.cluster().getMinTransportVersion(),
                project.resolved(
                        request, node.resolver(), node.transport().getRemoteClusterService(),
                        nowInMillis));
        QueryBuilder query = AwaitedCall.await(
                listener -> Rewriteable.rewriteAndFetch(parameters.query(), context, listener),
                monitor);
        return new ShardView(
                parameters.field(), parameters.ignoreUnmapped(), parameters.verify(), query,
                parameters.keepBy().field(), parameters.keepBy().keep() == Keep.HIGHEST);
    }

    /**
     * Opens the shards, and checks that none is left out that was not left out at first.
     *
     * @throws ShardLostException why the run began anew, if some or all cannot be opened
     */
    private OpenedShards open(Project project, ShardView view, JobMonitor monitor) {
        OpenedShards shards;
        try {
            shards = opener.open(project, view, monitor);
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
        int maxHits = RunSearches.maxHits(Arrays.stream(indices).map(project::index));
        return new OpenedRun(node, request, task, monitor, List.of(indices), maxHits, shards,
                verify)
                .answer(startNanos);
    }
}
