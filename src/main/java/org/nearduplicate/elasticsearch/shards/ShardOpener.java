package org.nearduplicate.elasticsearch.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Opens all shards of some indices for a job: the copies of a shard are tried one after the other. Safe
 * for use by several threads.
 */
public final class ShardOpener {

    private static final TimeValue KEEP_ALIVE_INTERVAL = TimeValue.timeValueMinutes(1);

    private final NodeServices node;

    /** Creates an opener for the jobs of a node. */
    public ShardOpener(NodeServices node) {
        this.node = node;
    }

    /** A shard, none if it is left out; its future fails with what the last copy failed with. */
    private record Opening(
            ShardFinder.Copies copies, CompletableFuture<Optional<RemoteShard>> shard) {}

    /**
     * Opens shards. Waits until each is opened or has failed on all its copies.
     *
     * @param request names the indices as the user did
     * @param indices the indices that these names stand for
     * @param nowInMillis the time for date mathematics
     * @param monitor may stop the waiting
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
        JobMessages messages =
                new JobMessages(node.transport(), project.cluster().nodes(), job);
        List<Opening> openings =
                new ShardFinder(node).find(request, indices, project, false, nowInMillis)
                        .stream()
                        .map(copies -> new Opening(copies, new CompletableFuture<>()))
                        .toList();
        Scheduler.Cancellable keepAlive = keepAlive(openings);
        Releasable end = () -> {
            keepAlive.cancel();
            // Those that are not open yet are closed as soon as they are.
            openings.forEach(
                    opening -> opening.shard.thenAccept(shard -> shard.ifPresent(Shard::close)));
            messages.close();
        };
        boolean success = false;
        try {
            openings.forEach(opening -> start(messages, opening, view));
            OpenedShards opened = collect(openings, monitor, end);
            success = true;
            return opened;
        } finally {
            if (success == false) {
                end.close();
            }
        }
    }

    /** Its copies are tried again, later, as long as one of them only rejected that. */
    private static void start(JobMessages messages, Opening opening, ShardView view) {
        ShardTarget target = opening.copies.target();
        messages.<JobMessages.Answer<SessionCalls.Opened>>sendPatiently(
                listener -> messages.sendInTurn(
                        opening.copies, SessionCalls.OPEN, view, listener),
                ActionListener.wrap(answer -> {
                    SessionCalls.Opened opened = answer.value();
                    opening.shard.complete(
                            opened.session() == null
                                    ? Optional.empty()
                                    : Optional.of(
                                            new RemoteShard(
                                                    messages, answer.node(),
                                                    new ShardHandles.Handle(
                                                            new SessionCalls.Session(
                                                                    target.indices(),
                                                                    opened.session()),
                                                            target.shardId(),
                                                            answer.node().getId(),
                                                            opened.description()))));
                }, opening.shard::completeExceptionally));
    }

    private static OpenedShards collect(
            List<Opening> openings, JobMonitor monitor, Releasable end) {
        List<RemoteShard> opened = new ArrayList<>();
        ShardFailures failures = new ShardFailures();
        Set<String> nodes = new TreeSet<>();
        for (Opening opening : openings) {
            Throwable failure = Await.answer(
                    opening.shard.handle((shard, why) -> why), monitor);
            if (failure == null) {
                opening.shard.join().ifPresent(opened::add);
            } else {
                failures.add(opening.copies.target().shardId(), failure);
            }
            opening.copies.copies().forEach(copy -> nodes.add(copy.currentNodeId()));
        }
        failures.requireFewerThan(openings.size());
        return new OpenedShards(openings.size(), opened, failures.list(), nodes, end);
    }

    /** From the first shard that is open, while others may take their time. */
    private Scheduler.Cancellable keepAlive(List<Opening> openings) {
        ThreadPool threadPool = node.threadPool();
        // Messages need the rights of the user, which are in the context of this thread.
        Runnable keepAlive = threadPool.getThreadContext()
                .preserveContext(
                        () -> openings.stream()
                                .map(Opening::shard)
                                .filter(CompletableFuture::isDone)
                                .forEach(
                                        done -> done.thenAccept(
                                                shard -> shard.ifPresent(RemoteShard::keepAlive))));
        return threadPool.scheduleWithFixedDelay(
                keepAlive, KEEP_ALIVE_INTERVAL, threadPool.generic());
    }
}
