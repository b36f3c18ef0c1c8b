package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexRequest;
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
import org.nearduplicate.job.JobMonitor;

/** Runs of a real task, whose children are refused once it is cancelled. */
public class DestinationTaskTests extends DestinationTestCase {

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
        String before = run(1);
        Destination destination = openWithTask(client());
        writeGroups(destination, groups(3, 2));
        cancel();
        expectThrows(TaskCancelledException.class, () -> destination.complete(COUNTS));
        destination.abandon();
        assertOnly(before);
    }

    public void testCancelledWhileTheIndexIsCreated() {
        Client client = new InterceptingClient(client(), (request, listener) -> {
            if (request instanceof CreateIndexRequest create) {
                client().admin().indices().create(create).actionGet();
                cancel();
                return false;
            }
            return true;
        });
        expectThrows(TaskCancelledException.class, () -> openWithTask(client));
        assertThat(indices(), empty());
    }

    /** The run has completed: the alias leads to it. */
    public void testCancelledWhileTheIndexBeforeIsDeleted() {
        String before = run(3);
        Destination destination =
                openWithTask(new InterceptingClient(client(), (request, listener) -> {
                    if (request instanceof DeleteIndexRequest) {
                        cancel();
                    }
                    return true;
                }));
        writeGroups(destination, groups(2, 2));
        expectThrows(TaskCancelledException.class, () -> destination.complete(COUNTS));
        destination.abandon();
        assertThat(current(), equalTo(destination.index().index()));
        assertThat(visible(), hasSize(2));
        assertThat(indices(), hasItem(before));
        assertOnly(run(1));
    }

    public void testEveryCallHasTheContextOfTheCaller() {
        Client client = new InterceptingClient(client(), (request, listener) -> {
            headers.add(
                    String.valueOf(client().threadPool().getThreadContext().getHeader("caller")));
            return true;
        });
        ThreadContext context = client().threadPool().getThreadContext();
        ThreadContext.StoredContext stored = context.stashContext();
        try {
            context.putHeader("caller", "me");
            Destination destination = openWithTask(client);
            writeGroups(destination, groups(3, 2));
            destination.complete(COUNTS);
            openWithTask(client).abandon();
        } finally {
            stored.close();
        }
        assertThat(headers, everyItem(equalTo("me")));
    }

    private Destination openWithTask(Client client) {
        return Destination.open(
                new ParentTaskAssigningClient(client, transport.getLocalNode(), task), DEST,
                List.of(), META, new JobMonitor() {
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
