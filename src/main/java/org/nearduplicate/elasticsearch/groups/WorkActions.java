package org.nearduplicate.elasticsearch.groups;

import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.tasks.CancellableTask;
import org.nearduplicate.elasticsearch.groups.GroupsStatus.GroupsMonitor;
import org.nearduplicate.elasticsearch.groups.WorkCalls.WorkContext;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.shards.JobMessages;
import org.nearduplicate.groups.GroupsJob;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.request.TooLargeException;

/**
 * Does work units of runs, one at a time, for which a thread waits. More are refused at once and never wait: the caller has
 * other nodes do them, so that no run waits for another.
 */
final class WorkActions {

    private final NodeServices node;
    private final CircuitBreaker breaker;
    private final Semaphore room = new Semaphore(1);

    /** Registers the handlers. */
    WorkActions(NodeServices node) {
        this.node = node;
        this.breaker = node.breaker();
        answer(WorkCalls.LINK, work -> work.job.linkUnit(work.question));
        answer(WorkCalls.PARTS, this::group);
    }

    /** A work unit under way. */
    private record UnderWay<Q>(
            WorkContext context, Q question, GroupsJob job, CancellableTask task,
            GroupsProgress monitor) {}

    private <Q, A> void answer(Call<WorkContext, Q, A> call, Function<UnderWay<Q>, A> action) {
        call.register(
                node.transport(), node.threadPool().generic(),
                (message, task, listener) -> ActionListener.completeWith(listener, () -> {
                    if (isBusy() || room.tryAcquire() == false) {
                        throw new EsRejectedExecutionException(
                                "the node has no room for a work unit of a run");
                    }
                    try {
                        return run(message, action, task);
                    } finally {
                        room.release();
                    }
                }));
    }

    /** Two runs of the node's own may have all there is. */
    private boolean isBusy() {
        return breaker.getLimit() > 0 && breaker.getUsed() > breaker.getLimit() / 2;
    }

    private <Q, A> A run(Call.Message<WorkContext, Q> message, Function<UnderWay<Q>, A> action,
            CancellableTask task) {
        WorkContext context = message.subject();
        try (
                BreakerAccount account = new BreakerAccount(breaker, "near_duplicate groups");
                JobMessages messages = new JobMessages(
                        node.transport(), node.cluster().state().nodes(), task)) {
            GroupsMonitor monitor = new GroupsMonitor(task, account, status -> {});
            GroupsJob job = new GroupsJob(
                    context.shards().stream().map(shard -> shard.shard(messages)).toList(),
                    context.shards().getFirst().scheme(), context.options(),
                    GroupsJob.unitMemory(
                            GroupsSettings.memory(node.cluster().getClusterSettings(), breaker)),
                    monitor);
            return action.apply(new UnderWay<>(context, message.question(), job, task, monitor));
        } catch (TooLargeException e) {
            throw GroupsRun.refusal(e);
        }
    }

    private WorkerGroups group(UnderWay<WorkCalls.Parts> work) {
        WorkContext context = work.context;
        TopResults top = new TopResults(context.limits(), context.options().keep(), work.monitor);
        RunIndex dest = context.dest();
        BulkWriter writer = dest == null
                ? null
                : new BulkWriter(
                        new DestinationCalls(node.client(work.task), dest.alias(), work.monitor),
                        written -> {});
        GroupsCounts counts = work.job.groupUnit(
                work.question.parts(), work.question.blocks(), part -> {
                    if (writer != null) {
                        part.forEachPart(
                                RunIndex.MAX_MEMBERS,
                                (number, group) -> writer.add(dest.part(number, group)));
                    }
                    top.add(part);
                });
        if (writer == null) {
            return top.found(counts, 0);
        }
        writer.flush();
        return top.found(counts, writer.written());
    }
}
