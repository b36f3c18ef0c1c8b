package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.tasks.TaskManager;
import org.elasticsearch.transport.TransportService;
import org.junit.After;
import org.junit.Before;
import org.nearduplicate.sketch.JobMonitor;

/** Runs of a real task, whose children are refused once it is cancelled. */
public class GroupsDestinationTaskTests extends GroupsDestinationTestCase {

    private TransportService transport;
    private CancellableTask task;
    private final List<String> headers = new CopyOnWriteArrayList<>();

    @Before
    public void startTask() {
        transport = getInstanceFromNode(TransportService.class);
        TaskManager tasks = transport.getTaskManager();
        task = (CancellableTask) tasks.register("transport", "test", new SearchRequest());
    }

    @After
    public void endTask() {
        transport.getTaskManager().unregister(task);
    }

    public void testCancelledBetweenCalls() {
        GroupsDestination destination = openWithTask(client());
        writeGroups(destination, groups(3, 2));
        cancel();
        expectThrows(TaskCancelledException.class, () -> destination.complete(COUNTS));
        destination.abandon(new TaskCancelledException(task.getReasonCancelled()));
        assertStatus("r1", "cancelled", null);
        assertThat(status().get("reason"), equalTo("by user request"));
    }

    public void testCancelledWhileTheStatusIsWritten() {
        TreeSet<String> statuses = new TreeSet<>();
        Client client = new InterceptingClient(client()) {
            @Override
            boolean intercept(ActionRequest request, ActionListener<?> listener) {
                if (request instanceof IndexRequest status) {
                    statuses.add((String) status.sourceAsMap().get("status"));
                    if (statuses.size() == 1) {
                        in().index(status).actionGet();
                        cancel();
                        return false;
                    }
                }
                return true;
            }
        };
        expectThrows(TaskCancelledException.class, () -> openWithTask(client));
        assertThat(statuses, equalTo(Set.of("running", "cancelled")));
        assertStatus("r1", "cancelled", null);
    }

    public void testCancelledWhileEarlierRunsAreDeleted() {
        run("r0", 3);
        GroupsDestination destination = openWithTask(new InterceptingClient(client()) {
            @Override
            boolean intercept(ActionRequest request, ActionListener<?> listener) {
                boolean deletes = request instanceof BulkRequest bulk
                        && bulk.requests().getFirst() instanceof DeleteRequest;
                if (deletes) {
                    cancel();
                }
                return true;
            }
        });
        writeGroups(destination, groups(2, 2));
        expectThrows(TaskCancelledException.class, () -> destination.complete(COUNTS));
        destination.abandon(new TaskCancelledException("too late"));
        assertStatus("r1", "completed", "r1");
        assertThat(written("r1"), hasSize(2));
        run("r2", 1);
        assertThat(written("r0"), empty());
    }

    public void testEveryCallHasTheContextOfTheCaller() {
        Client client = new InterceptingClient(client()) {
            @Override
            boolean intercept(ActionRequest request, ActionListener<?> listener) {
                headers.add(
                        String.valueOf(threadPool().getThreadContext().getHeader("caller")));
                return true;
            }
        };
        ThreadContext context = client().threadPool().getThreadContext();
        ThreadContext.StoredContext stored = context.stashContext();
        try {
            context.putHeader("caller", "me");
            GroupsDestination destination = openWithTask(client);
            writeGroups(destination, groups(3, 2));
            destination.complete(COUNTS);
            openWithTask(client).abandon(new IllegalStateException("why not"));
        } finally {
            stored.close();
        }
        assertThat(headers, everyItem(equalTo("me")));
    }

    private GroupsDestination openWithTask(Client client) {
        return GroupsDestination.open(
                new ParentTaskAssigningClient(client, transport.getLocalNode(), task), DEST,
                "r1", Map.of(), new JobMonitor() {
                    @Override
                    public void checkCancelled() {
                        task.ensureNotCancelled();
                    }
                }, written -> {});
    }

    private void cancel() {
        client().admin()
                .cluster()
                .prepareCancelTasks()
                .setTargetTaskId(new TaskId(transport.getLocalNode().getId(), task.getId()))
                .get();
        assertTrue(task.isCancelled());
    }
}
