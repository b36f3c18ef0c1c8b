package org.nearduplicate.elasticsearch.groups;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.query.QueryBuilder;
import org.nearduplicate.elasticsearch.shards.BreakerAccount;
import org.nearduplicate.elasticsearch.shards.OpenedShards;
import org.nearduplicate.elasticsearch.shards.ShardView;
import org.nearduplicate.groups.ContentFormat;
import org.nearduplicate.groups.Group;
import org.nearduplicate.groups.Groups;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.GroupsOptions;
import org.nearduplicate.groups.JobMonitor;
import org.nearduplicate.groups.Keep;
import org.nearduplicate.groups.Pair;
import org.nearduplicate.sketch.Banding;

/**
 * One run: opens the shards, finds the groups, and answers or writes them. Belongs to the thread that
 * runs it.
 */
final class GroupsRun {

    /** What a listed member or pair costs beside the characters of its name, roughly. */
    private static final int BYTES_PER_LISTED = 200;

    private final GroupsParameters parameters;
    private final GroupsTask task;
    private final CircuitBreaker breaker;
    private final Client client;
    private final long startNanos = System.nanoTime();

    GroupsRun(GroupsParameters parameters, GroupsTask task, CircuitBreaker breaker, Client client) {
        this.parameters = parameters;
        this.task = task;
        this.breaker = breaker;
        this.client = client;
    }

    /** Opens the shards. */
    @FunctionalInterface
    interface Opener {

        /** Opens them, for what is wanted of them. */
        OpenedShards open(ShardView view, JobMonitor monitor);
    }

    /** Runs, given the rewritten query. */
    GroupsResponse run(Opener opener, QueryBuilder query) {
        Keep keep = parameters.keepBy().keep();
        ShardView view = new ShardView(
                parameters.field(),
                parameters.verify(),
                query,
                parameters.keepBy().field(),
                keep == Keep.HIGHEST);
        try (BreakerAccount account = new BreakerAccount(breaker, "near_duplicate groups")) {
            JobMonitor monitor = new GroupsMonitor(task, account);
            try (OpenedShards shards = opener.open(view, monitor)) {
                task.progress(
                        status -> status.opened(shards.total(), shards.failures().size()));
                return run(shards, monitor);
            }
        }
    }

    private GroupsResponse run(OpenedShards shards, JobMonitor monitor) {
        shards.requireSameKeepValues();
        Banding banding = shards.banding();
        GroupsOptions options = parameters.options(
                parameters.minSimilarity() == null ? shards.similarity() : 0);
        Groups groups = new GroupsJob(
                shards.shards(),
                banding,
                new ContentFormat(shards.hashCount(), parameters.verify()),
                options,
                monitor)
                .run();
        return new GroupsResponse(
                (System.nanoTime() - startNanos) / 1_000_000,
                shards.total(),
                shards.failures(),
                options.minSimilarity(),
                banding.probability(options.minSimilarity()),
                groups.counts(),
                list(groups, monitor),
                parameters.pairs() ? listPairs(groups, monitor) : null);
    }

    private List<Group> list(Groups groups, JobMonitor monitor) {
        List<Group> listed = groups.describe(
                0, Math.min(parameters.size(), groups.size()), parameters.maxMembers());
        for (Group group : listed) {
            monitor.reserve((1L + group.members().size()) * BYTES_PER_LISTED);
        }
        return listed;
    }

    private List<Pair> listPairs(Groups groups, JobMonitor monitor) {
        List<Pair> pairs = new ArrayList<>();
        groups.forEachPair(parameters.maxPairs(), pair -> {
            monitor.reserve(BYTES_PER_LISTED);
            pairs.add(pair);
        });
        return pairs;
    }
}
