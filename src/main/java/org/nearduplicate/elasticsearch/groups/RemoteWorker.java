package org.nearduplicate.elasticsearch.groups;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.cluster.node.tasks.cancel.CancelTasksRequest;
import org.elasticsearch.action.admin.cluster.node.tasks.cancel.TransportCancelTasksAction;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.nearduplicate.elasticsearch.groups.WorkCalls.WorkContext;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.groups.GroupsJob.Worker;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Links.RangeLinks;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;

/**
 * A node that does work units of a run.
 *
 * @param services send the messages, and cancel them
 * @param run the task of the run, whose children they are
 * @param context what all work units have in common
 */
record RemoteWorker(
        NodeServices services, DiscoveryNode node, Task run, WorkContext context)
        implements Worker {

    private static final Logger LOGGER = LogManager.getLogger(RemoteWorker.class);

    @Override
    public CompletableFuture<RangeLinks> link(KeyRange range) {
        return ask(WorkCalls.LINK, range);
    }

    @Override
    public CompletableFuture<WorkerGroups> group(List<int[]> parts, Map<Long, byte[]> blocks) {
        return ask(WorkCalls.PARTS, new WorkCalls.Parts(parts, blocks));
    }

    private <Q, A> CompletableFuture<A> ask(Call<WorkContext, Q, A> call, Q question) {
        CompletableFuture<A> future = new CompletableFuture<>();
        call.send(
                services.transport(), node, run, context, question,
                ActionListener.wrap(
                        future::complete,
                        failure -> future.completeExceptionally(failure(failure))));
        future.whenComplete((found, failure) -> {
            if (failure instanceof CancellationException) {
                cancel(call.action());
            }
        });
        return future;
    }

    /** A run that fails is no cancelled task, so its work units would go on; to cancel them no right of its user is needed. */
    private void cancel(String action) {
        CancelTasksRequest request = new CancelTasksRequest();
        request.setTargetParentTaskId(
                new TaskId(services.transport().getLocalNode().getId(), run.getId()));
        request.setActions(action);
        request.setNodes(node.getId());
        new OriginSettingClient(services.client(), TransportGetTaskAction.TASKS_ORIGIN).execute(
                TransportCancelTasksAction.TYPE, request, ActionListener.noop());
    }

    private Throwable failure(Exception failure) {
        Throwable cause = ExceptionsHelper.unwrapCause(failure);
        if (cause instanceof EsRejectedExecutionException == false
                && cause instanceof TaskCancelledException == false) {
            LOGGER.warn(() -> "a work unit of a run failed on node [" + node.getName() + "]",
                    cause);
        }
        return cause;
    }
}
