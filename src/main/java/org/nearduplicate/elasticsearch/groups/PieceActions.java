package org.nearduplicate.elasticsearch.groups;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.tasks.CancellableTask;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.shards.JobMessage;
import org.nearduplicate.elasticsearch.shards.ShardHandles;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.GroupsWorker;
import org.nearduplicate.groups.part.Groups;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Listing;
import org.nearduplicate.groups.part.Listing.PeerGroups;
import org.nearduplicate.groups.part.RangeLinks;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.TooLargeException;
import org.nearduplicate.groups.shard.Shard;

/**
 * Does pieces of runs, one at a time, for which a thread waits. More are refused at once, and never wait: who asks has
 * others do them, so that no run waits for another.
 */
final class PieceActions {

    private final NodeServices node;
    private final CircuitBreaker breaker;
    private final Semaphore room = new Semaphore(1);

    /** Registers the handlers. */
    PieceActions(NodeServices node) {
        this.node = node;
        this.breaker = node.breaker();
        answer(PieceCalls.LINK, this::link);
        answer(PieceCalls.PARTS, this::group);
    }

    /** A piece under way. */
    private record Asked<Q>(
            Piece piece, Q question, List<Shard> shards, CancellableTask task,
            GroupsProgress monitor) {}

    private <Q, A> void answer(Call<Piece, Q, A> call, Function<Asked<Q>, A> work) {
        call.register(node.transport(), node.threadPool().generic(), (message, task) -> {
            if (isBusy() || room.tryAcquire() == false) {
                throw new EsRejectedExecutionException(
                        "the node has no room for a piece of a run");
            }
            try {
                return work(message, work, task);
            } finally {
                room.release();
            }
        });
    }

    /** Two runs of the node's own may have all there is. */
    private boolean isBusy() {
        return breaker.getLimit() > 0 && breaker.getUsed() > breaker.getLimit() / 2;
    }

    private <Q, A> A work(JobMessage<Piece, Q> message, Function<Asked<Q>, A> work,
            CancellableTask task) {
        Piece piece = message.subject();
        try (
                BreakerAccount account = new BreakerAccount(breaker, "near_duplicate groups");
                ShardHandles.Asked shards = piece.shards()
                        .ask(node.transport(), node.cluster().state().nodes(), task)) {
            return work.apply(
                    new Asked<>(
                            piece, message.question(), shards.shards(), task,
                            new GroupsMonitor(task, account, untold -> {})));
        } catch (TooLargeException e) {
            throw GroupsRun.refusal(e);
        }
    }

    private RangeLinks link(Asked<KeyRange> asked) {
        return worker(asked).linkPiece(asked.question);
    }

    private PeerGroups group(Asked<PieceCalls.Parts> asked) {
        Piece piece = asked.piece;
        Listing listing = new Listing(piece.limits(), piece.options().keep(), asked.monitor);
        RunIndex dest = piece.dest();
        if (dest == null) {
            return listing.found(group(asked, listing::add), 0);
        }
        DestinationDocuments documents = new DestinationDocuments(dest);
        BulkWriter writer = new BulkWriter(
                new DestinationCalls(node.client(asked.task), dest.alias(), asked.monitor),
                written -> {});
        GroupsCounts counts = group(asked, part -> {
            part.forEachPart(
                    DestinationDocuments.MAX_MEMBERS,
                    (number, group) -> writer.add(documents.part(number, group)));
            listing.add(part);
        });
        writer.flush();
        return listing.found(counts, writer.written());
    }

    private GroupsCounts group(Asked<PieceCalls.Parts> asked, Consumer<Groups> groups) {
        return worker(asked).groupPiece(
                asked.question.parts(), asked.question.blocks(), groups);
    }

    private GroupsWorker worker(Asked<?> asked) {
        long memory = GroupsJob.pieceMemory(
                GroupsSettings.memory(node.cluster().getClusterSettings(), breaker));
        return new GroupsWorker(
                asked.shards, asked.piece.shards().scheme(), asked.piece.options(), memory,
                asked.monitor);
    }
}
