package org.nearduplicate.elasticsearch.passages;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.passages.CompareResponse.Side;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.LocalAction;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.passages.Comparison;

/**
 * Compares two texts on the node that was asked, on one of its threads for searches. Stored documents are read
 * by searches with the caller's rights, children of its task.
 */
public final class TransportCompareAction extends LocalAction<CompareOptions, CompareResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/compare";

    /** The action. */
    public static final ActionType<CompareResponse> TYPE = new ActionType<>(NAME);

    /** Created by Elasticsearch. */
    @Inject
    public TransportCompareAction(NodeServices node) {
        super(NAME, node);
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<CompareOptions> request,
            ActionListener<CompareResponse> listener) {
        long startNanos = System.nanoTime();
        Project project = node.projects().find();
        CompareJob job = new CompareJob(request, List.of(node.names(project, request)));
        CompareOptions options = request.parameters();
        Client client = node.client(task);
        job.find(client, CompareOptions.A, options.a(), listener.delegateFailureAndWrap(
                (both, a) -> job.find(client, CompareOptions.B, options.b(),
                        both.delegateFailureAndWrap((next, b) -> {
                            IndexMetadata index = requireIndex(project, job.index(a, b));
                            node.threadPool().executor(ThreadPool.Names.SEARCH)
                                    .execute(ActionRunnable.supply(next, () -> {
                                        Comparison comparison =
                                                compare((CancellableTask) task, job, a, b, index);
                                        return new CompareResponse(
                                                a, b, comparison, options.texts(),
                                                TimeUnit.NANOSECONDS.toMillis(
                                                        System.nanoTime() - startNanos));
                                    }));
                        }))));
    }

    /** An index of another cluster is none whose mapping is known, nor is one that came since the request. */
    private static IndexMetadata requireIndex(Project project, String name) {
        IndexMetadata index = project.index(name);
        if (index == null) {
            throw new IllegalArgumentException(
                    "[" + CompareOptions.A + "] and [" + CompareOptions.B
                            + "] must be of indices of this cluster, got one of [" + name + "]");
        }
        return index;
    }

    private Comparison compare(
            CancellableTask task, CompareJob job, Side a, Side b, IndexMetadata index)
            throws IOException {
        try (BreakerAccount account = new BreakerAccount(
                node.breaker(), "near_duplicate compare")) {
            return job.compare(a, b, index, node.indices(), new TaskMonitor(task, account));
        }
    }
}
