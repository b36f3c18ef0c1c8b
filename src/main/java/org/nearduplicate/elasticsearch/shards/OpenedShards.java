package org.nearduplicate.elasticsearch.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.node.NodeClosedException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.ConnectTransportException;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.field.FieldDescriptions.OfShard;
import org.nearduplicate.elasticsearch.peers.PeerPhase.Peer;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.job.JobMonitor;

/**
 * The shards of a job, open until this is closed.
 *
 * @param total how many there are, opened, left out or failed
 * @param shards those that were opened; none if all indices lack the field
 * @param failures why others could not be opened, one failure for each
 * @param nodes the identifiers of the nodes that hold copies of them
 * @param end closes them
 */
public record OpenedShards(
        int total,
        List<RemoteShard> shards,
        List<DefaultShardOperationFailedException> failures,
        Set<String> nodes,
        Releasable end)
        implements Releasable {

    private static final TimeValue KEEP_ALIVE_INTERVAL = TimeValue.timeValueMinutes(1);

    /** A shard, none if it is left out; its future fails with what the last copy failed with. */
    private record Opening(
            ShardTarget.Copies copies, CompletableFuture<Optional<RemoteShard>> shard) {}

    /**
     * Opens all shards of some indices for a job: the copies of a shard are tried one after the other. Waits until each is
     * opened or has failed on all its copies.
     *
     * @param node that of the job
     * @param request names the indices as the user did
     * @param indices the indices that these names stand for
     * @param nowInMillis the time for date mathematics
     * @param monitor may stop the waiting
     * @throws RuntimeException if the request is wrong for a shard, or no shard at all could be opened
     */
    public static OpenedShards open(
            NodeServices node,
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
                ShardTarget.find(node, request, indices, project, false, nowInMillis)
                        .stream()
                        .map(copies -> new Opening(copies, new CompletableFuture<>()))
                        .toList();
        Scheduler.Cancellable keepAlive = keepAlive(openings, node.threadPool());
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
        messages.<ShardHandle>sendPatiently(
                listener -> messages.sendInTurn(
                        opening.copies, SessionCalls.OPEN, view, listener),
                ActionListener.wrap(
                        handle -> opening.shard.complete(
                                Optional.ofNullable(handle)
                                        .map(opened -> opened.shard(messages))),
                        opening.shard::completeExceptionally));
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
    private static Scheduler.Cancellable keepAlive(
            List<Opening> openings, ThreadPool threadPool) {
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

    /** Returns what other nodes need to send messages to the shards, in the order of the job. */
    public List<ShardHandle> handles() {
        return shards.stream().map(RemoteShard::handle).toList();
    }

    /**
     * Returns how the shards describe the field. Where no shard has it, or a pattern names no index, there is nothing to
     * compare: then it has the defaults.
     */
    public FieldDescriptions field() {
        return new FieldDescriptions(
                shards.isEmpty()
                        ? List.of(new OfShard("", FieldDescription.DEFAULTS))
                        : shards.stream()
                                .map(shard -> new OfShard(
                                        shard.index(), shard.handle().description().field()))
                                .toList());
    }

    /**
     * Checks that the values by which keepers are chosen, and those that peers have in common, can be compared.
     *
     * @throws IllegalArgumentException if they are of different kinds
     */
    public void requireComparableValues() {
        FieldDescriptions.requireSame(
                Peer.ONE_KIND,
                shards,
                shard -> shard.handle().description().peerValues(),
                RemoteShard::index);
        FieldDescriptions.requireSame(
                "[keep.field] must have values of one kind in all indices",
                shards,
                shard -> shard.handle().description().keepValues(),
                RemoteShard::index);
    }

    /**
     * Returns how many shingles the shards leave out of sets.
     *
     * @throws IllegalArgumentException if that differs, as analyzers do
     */
    public int ignored() {
        FieldDescriptions.requireSame(
                "[ignore] must be as many shingles in all indices",
                shards,
                shard -> shard.handle().description().ignored(),
                RemoteShard::index);
        return shards.isEmpty() ? 0 : shards.getFirst().handle().description().ignored();
    }

    /** Returns whether no shard at all has shingle sets, so that all were opened for signatures. */
    public boolean allFellBack() {
        return shards.stream()
                .allMatch(shard -> shard.handle().description().field().lack() != null);
    }

    @Override
    public void close() {
        end.close();
    }

    /** The view of a shard is gone, with its node or because the shard was moved: another copy may answer. */
    public static final class ShardLostException extends ElasticsearchStatusException {

        private static final long serialVersionUID = 1;

        ShardLostException(Throwable cause, ShardId shardId, String node) {
            super(RemoteShard.FAILED, ExceptionsHelper.status(cause), cause, shardId, node,
                    cause.getMessage());
        }

        /** Returns whether a shard that fails like that is lost. */
        static boolean isLost(Throwable failure) {
            return failure instanceof ConnectTransportException
                    || failure instanceof NodeClosedException
                    || ExceptionsHelper.status(failure) == RestStatus.SERVICE_UNAVAILABLE;
        }
    }
}
