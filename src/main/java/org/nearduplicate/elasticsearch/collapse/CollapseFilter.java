package org.nearduplicate.elasticsearch.collapse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.version.Retrievers;
import org.nearduplicate.job.JobMonitor;

/**
 * Runs before and after each search with a {@link CollapseRetriever}, however deep the retriever is in others. Before, it
 * gives the retriever the task, so that the searches of the retriever end with it, and the runtime fields. After, it adds
 * to the hits their near duplicates. A shard cannot add them: the node that coordinates a search gives all inner hits the
 * index of their hit.
 */
public final class CollapseFilter implements MappedActionFilter {

    private volatile ClusterService clusterService;
    private volatile CircuitBreaker breaker;
    private volatile Executor executor;

    /** What a retriever and this filter share, however often the retriever is rewritten. Safe for use by several threads. */
    static final class CollapseLink {

        /** The task of the search, or null if it began without the filter. */
        volatile CancellableTask task;

        /** The runtime fields that the search defines. */
        volatile Map<String, Object> runtimeMappings = Map.of();

        /** The collapsed window, or null until there is one. */
        volatile CollapsedWindow result;

        /** Is run when the search ends, to warn the caller. */
        volatile Runnable warning = () -> {};
    }

    /** Makes it ready, when the node starts. The breaker is charged for windows and what is compared of them. */
    public void start(ClusterService cluster, CircuitBreaker requests) {
        clusterService = cluster;
        breaker = requests;
        executor = cluster.threadPool().executor(ThreadPool.Names.SEARCH);
    }

    /** Searches a window, by a search that is rewritten, and collapses it, on threads of searches. */
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
                        child, window, options, link, monitor, executor, ending).start());
    }

    @Override
    public String actionName() {
        return TransportSearchAction.NAME;
    }

    @Override
    public <Q extends ActionRequest, R extends ActionResponse> void apply(
            Task task, String action, Q request, ActionListener<R> listener,
            ActionFilterChain<Q, R> chain) {
        SearchRequest search = (SearchRequest) request;
        List<CollapseLink> links = new ArrayList<>(0);
        if (search.source() != null) {
            collect(search.source().retriever(), links);
        }
        if (links.isEmpty()) {
            chain.proceed(task, action, request, listener);
            return;
        }
        // Without the hits of a shard other hits would be shown in their place.
        search.allowPartialSearchResults(false);
        SearchSourceBuilder source = search.source();
        if (source.retriever() instanceof CollapseRetriever outermost) {
            outermost.warnOfPage(source.from());
        }
        for (CollapseLink link : links) {
            link.task = (CancellableTask) task;
            link.runtimeMappings = source.runtimeMappings();
        }
        chain.proceed(task, action, request, listener.map(response -> {
            complete((SearchResponse) response, links);
            return response;
        }));
    }

    /** Adds the links of a retriever and of those in it, the outer ones first. */
    private static void collect(RetrieverBuilder retriever, List<CollapseLink> links) {
        if (retriever instanceof CollapseRetriever collapse) {
            links.add(collapse.link);
            collect(collapse.child, links);
        } else if (retriever instanceof CompoundRetrieverBuilder<?> compound) {
            Retrievers.children(compound).forEach(inner -> collect(inner, links));
        }
    }

    /** Warns the caller, and adds near duplicates to the hits. */
    private static void complete(SearchResponse response, List<CollapseLink> links) {
        List<CollapsedWindow> windows =
                links.stream().map(link -> link.result).filter(Objects::nonNull).toList();
        links.forEach(link -> link.warning.run());
        for (SearchHit hit : response.getHits().getHits()) {
            windows.stream().anyMatch(window -> window.addNearDuplicates(hit));
        }
    }
}
