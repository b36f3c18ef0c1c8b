package org.nearduplicate.elasticsearch.groups;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportResponse;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.shards.ShardHandles;
import org.nearduplicate.groups.Groups;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.GroupsProgress;
import org.nearduplicate.groups.GroupsWorker;
import org.nearduplicate.groups.Listing;
import org.nearduplicate.groups.PartCounts;
import org.nearduplicate.groups.Shard;
import org.nearduplicate.groups.TooLargeException;

/**
 * Does pieces of runs, one at a time, for which a thread waits. More are refused at once, and never wait: who asks has
 * others do them, so that no run waits for another.
 */
final class PieceActions {

    static final String LINK = TransportGroupsAction.NAME + "[link]";
    static final String PARTS = TransportGroupsAction.NAME + "[parts]";

    private final TransportService transportService;
    private final ClusterService clusterService;
    private final Client client;
    private final CircuitBreaker breaker;
    private final Semaphore room = new Semaphore(1);

    /**
     * Registers the handlers.
     *
     * @param transportService brings the messages
     * @param clusterService knows the nodes of shards
     * @param client writes to destinations
     * @param breaker is charged
     */
    PieceActions(
            TransportService transportService, ClusterService clusterService, Client client,
            CircuitBreaker breaker) {
        this.transportService = transportService;
        this.clusterService = clusterService;
        this.client = client;
        this.breaker = breaker;
        answer(LINK, LinkMessage::new, this::link);
        answer(PARTS, PartsMessage::new, this::group);
    }

    /** Does a piece. */
    @FunctionalInterface
    private interface Work<M extends PieceMessage> {

        TransportResponse work(
                M message, List<Shard> shards, CancellableTask task, GroupsProgress monitor);
    }

    private <M extends PieceMessage> void answer(
            String action, Writeable.Reader<M> reader, Work<M> work) {
        transportService.registerRequestHandler(
                action, transportService.getThreadPool().generic(), reader,
                (message, channel, task) -> {
                    if (isBusy() || room.tryAcquire() == false) {
                        throw new EsRejectedExecutionException(
                                "the node has no room for a piece of a run");
                    }
                    TransportResponse response;
                    try {
                        response = work(message, work, (CancellableTask) task);
                    } finally {
                        room.release();
                    }
                    channel.sendResponse(response);
                });
    }

    /** Two runs of the node's own may have all there is. */
    private boolean isBusy() {
        return breaker.getLimit() > 0 && breaker.getUsed() > breaker.getLimit() / 2;
    }

    private <M extends PieceMessage> TransportResponse work(
            M message, Work<M> work, CancellableTask piece) {
        try (
                BreakerAccount account = new BreakerAccount(breaker, "near_duplicate groups");
                ShardHandles.Asked asked = message.shards()
                        .ask(transportService, clusterService.state().nodes(), piece)) {
            return work.work(message, asked.shards(), piece, new PieceMonitor(piece, account));
        } catch (TooLargeException e) {
            throw GroupsRun.refusal(e);
        }
    }

    private TransportResponse link(
            LinkMessage message, List<Shard> shards, CancellableTask piece,
            GroupsProgress monitor) {
        return new LinkMessage.Response(
                GroupsWorker.link(
                        shards, message.shards().scheme(), message.options(),
                        memory(), message.range(), monitor));
    }

    private TransportResponse group(
            PartsMessage message, List<Shard> shards, CancellableTask piece,
            GroupsProgress monitor) {
        Listing listing = new Listing(message.wanted().limits(), message.options().keep(), monitor);
        GroupsResponse.Written dest = message.wanted().dest();
        if (dest == null) {
            return new PartsMessage.Response(
                    listing.found(group(message, shards, listing::add, monitor), 0));
        }
        PartsWriter writer = new PartsWriter(
                new ParentTaskAssigningClient(client, clusterService.localNode(), piece), dest,
                monitor);
        PartCounts counts = group(message, shards, part -> {
            writer.write(part);
            listing.add(part);
        }, monitor);
        return new PartsMessage.Response(listing.found(counts, writer.finish()));
    }

    private static PartCounts group(
            PartsMessage message, List<Shard> shards, Consumer<Groups> groups,
            GroupsProgress monitor) {
        return GroupsWorker.group(
                shards, message.shards().scheme(), message.options(), message.parts(),
                message.blocks(), groups, monitor);
    }

    private long memory() {
        return GroupsJob.pieceMemory(
                GroupsSettings.memory(clusterService.getClusterSettings(), breaker));
    }

    /** Watches a piece, whose progress is told by its answer. */
    private static final class PieceMonitor extends TaskMonitor implements GroupsProgress {

        PieceMonitor(CancellableTask task, BreakerAccount account) {
            super(task, account);
        }
    }
}
