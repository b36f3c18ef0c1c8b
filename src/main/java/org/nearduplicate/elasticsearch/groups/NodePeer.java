package org.nearduplicate.elasticsearch.groups;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.admin.cluster.node.tasks.cancel.CancelTasksRequest;
import org.elasticsearch.action.admin.cluster.node.tasks.cancel.TransportCancelTasksAction;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.groups.Peer;
import org.nearduplicate.groups.PeerFullException;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Listing.PeerGroups;
import org.nearduplicate.groups.part.RangeLinks;

/**
 * A node that does pieces of a run.
 *
 * @param transportService sends the messages
 * @param client cancels them
 * @param run the task of the run, whose children they are
 * @param piece what all pieces have in common
 */
record NodePeer(
        TransportService transportService, Client client, DiscoveryNode node, Task run, Piece piece)
        implements Peer {

    private static final Logger LOGGER = LogManager.getLogger(NodePeer.class);

    @Override
    public CompletableFuture<RangeLinks> link(KeyRange range) {
        return ask(PieceCalls.LINK, range);
    }

    @Override
    public CompletableFuture<PeerGroups> group(List<int[]> parts, Map<Long, byte[]> blocks) {
        return ask(PieceCalls.PARTS, new PieceCalls.Parts(parts, blocks));
    }

    private <Q, A> CompletableFuture<A> ask(Call<Piece, Q, A> call, Q question) {
        CompletableFuture<A> future = new CompletableFuture<>();
        ActionListener<Call.Answer<A>> listener = ActionListener.wrap(
                answer -> future.complete(answer.value()),
                failure -> future.completeExceptionally(failure(failure)));
        transportService.sendChildRequest(
                node, call.action(), call.message(piece, question), run,
                TransportRequestOptions.EMPTY,
                new ActionListenerResponseHandler<>(
                        listener, call::readAnswer, transportService.getThreadPool().generic()));
        future.whenComplete((found, failure) -> {
            if (failure instanceof CancellationException) {
                cancel(call.action());
            }
        });
        return future;
    }

    /** A run that fails is no cancelled task, so its pieces would go on; to cancel them no right of its user is needed. */
    private void cancel(String action) {
        CancelTasksRequest request = new CancelTasksRequest();
        request.setTargetParentTaskId(
                new TaskId(transportService.getLocalNode().getId(), run.getId()));
        request.setActions(action);
        request.setNodes(node.getId());
        new OriginSettingClient(client, TransportGetTaskAction.TASKS_ORIGIN).execute(
                TransportCancelTasksAction.TYPE, request, ActionListener.noop());
    }

    private Throwable failure(Exception failure) {
        Throwable cause = ExceptionsHelper.unwrapCause(failure);
        if (cause instanceof EsRejectedExecutionException) {
            return new PeerFullException(cause);
        }
        if (cause instanceof TaskCancelledException == false) {
            LOGGER.warn(() -> "a piece of a run failed on node [" + node.getName() + "]", cause);
        }
        return cause;
    }
}
