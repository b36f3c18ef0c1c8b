package org.nearduplicate.elasticsearch.collapse;

import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.sketch.JobMonitor;

/** What the windows of a node are collapsed with. Safe for use by several threads. */
public final class CollapseRuns {

    private volatile ClusterService clusterService;
    private volatile CircuitBreaker breaker;
    private volatile Executor executor;

    /**
     * Makes it ready, when the node starts.
     *
     * @param cluster knows this node
     * @param requests is charged with windows and what is compared of them
     */
    public void start(ClusterService cluster, CircuitBreaker requests) {
        clusterService = cluster;
        breaker = requests;
        executor = cluster.threadPool().executor(ThreadPool.Names.SEARCH);
    }

    /**
     * Searches a window and collapses it, on threads of searches.
     *
     * @param window the search for the window, rewritten
     * @param link tells the task of the search
     * @param listener receives what came of it
     */
    void collapse(
            Client client,
            SearchSourceBuilder window,
            CollapseOptions options,
            CollapseLink link,
            ActionListener<CollapsedWindow> listener) {
        BreakerAccount account = new BreakerAccount(breaker, "near_duplicate collapse");
        CancellableTask task = link.task;
        Client child = task == null
                ? client
                : new ParentTaskAssigningClient(client, clusterService.localNode(), task);
        JobMonitor monitor = task == null
                ? JobMonitor.of(account::charge)
                : new TaskMonitor(task, account);
        ActionListener.run(
                ActionListener.releaseAfter(listener, account),
                ending -> new CollapseRun(
                        executor, new WindowSearches(child, window, options), link, monitor,
                        ending)
                        .start());
    }
}
