package org.nearduplicate.elasticsearch.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.routing.OperationRouting;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.groups.Await;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Opens all shards of some indices for a job: the copies of a shard are tried one after the other. Safe
 * for use by several threads.
 */
public final class ShardOpener {

    private static final TimeValue KEEP_ALIVE_INTERVAL = TimeValue.timeValueMinutes(1);

    private final TransportService transportService;
    private final ShardFinder finder;

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
        this.finder = new ShardFinder(searchService, routing, resolver);
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
            Project project,
            ShardView view,
            long nowInMillis,
            Task job,
            JobMonitor monitor) {
        JobMessages messages = new JobMessages(transportService, job);
        List<ShardOpening> openings = finder
                .find(request, indices, project, ShardFinder.Which.LOCAL_FIRST, nowInMillis)
                .stream()
                .map(shard -> new ShardOpening(messages, project.cluster().nodes(), shard, view))
                .toList();
        Scheduler.Cancellable keepAlive = keepAlive(openings);
        return collect(openings, monitor, () -> {
            keepAlive.cancel();
            openings.forEach(ShardOpening::end);
            messages.close();
        });
    }

    private static OpenedShards collect(
            List<ShardOpening> openings, JobMonitor monitor, Releasable end) {
        List<RemoteShard> opened = new ArrayList<>();
        ShardFailures failures = new ShardFailures();
        boolean success = false;
        try {
            openings.forEach(ShardOpening::start);
            for (ShardOpening opening : openings) {
                Throwable failure = Await.answer(
                        opening.shard().handle((shard, why) -> why), monitor);
                if (failure == null) {
                    opening.shard().join().ifPresent(opened::add);
                } else {
                    failures.add(opening.shardId(), failure);
                }
            }
            failures.requireFewerThan(openings.size());
            success = true;
            Set<String> nodes = openings.stream().flatMap(ShardOpening::nodes)
                    .collect(Collectors.toCollection(TreeSet::new));
            return new OpenedShards(openings.size(), opened, failures.list(), nodes, end);
        } finally {
            if (success == false) {
                end.close();
            }
        }
    }

    /** From the first shard that is open, while others may take their time. */
    private Scheduler.Cancellable keepAlive(List<ShardOpening> openings) {
        ThreadPool threadPool = transportService.getThreadPool();
        // Messages need the rights of the user, which are in the context of this thread.
        Runnable keepAlive = threadPool.getThreadContext()
                .preserveContext(() -> openings.forEach(ShardOpening::keepAlive));
        return threadPool.scheduleWithFixedDelay(
                keepAlive, KEEP_ALIVE_INTERVAL, threadPool.generic());
    }
}
