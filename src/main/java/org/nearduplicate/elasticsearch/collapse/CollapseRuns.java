package org.nearduplicate.elasticsearch.collapse;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.collapse.WindowCollapse;
import org.nearduplicate.collapse.WindowCollapse.KeptHit;
import org.nearduplicate.elasticsearch.collapse.CollapseFilter.CollapseLink;
import org.nearduplicate.elasticsearch.collapse.WindowSearches.RankedWindow;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Collapses windows for the searches that a node coordinates. No thread waits for a search; one thread at a time works
 * on a window. Safe for use by several threads.
 */
public final class CollapseRuns {

    /** About how many bytes of sets one search fetches. */
    private static final long BATCH_BYTES = 16 << 20;

    /** About what a hit takes: its document, its name, its place, and the largest signature. */
    private static final long BYTES_PER_HIT = 400 + 1_036;

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
     * @param link has the task of the search
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
                ending -> new Run(
                        new WindowSearches(child, window, options), link, monitor, ending)
                        .start());
    }

    /**
     * The collapse of one window: its search, and, as long as shingle sets are missing, theirs.
     *
     * @param monitor is charged for what the window takes, which the listener gives back, and may stop it
     */
    private final class Run {

        private final WindowSearches searches;
        private final CollapseLink link;
        private final JobMonitor monitor;
        private final ActionListener<CollapsedWindow> listener;

        Run(
                WindowSearches searches, CollapseLink link, JobMonitor monitor,
                ActionListener<CollapsedWindow> listener) {
            this.searches = searches;
            this.link = link;
            this.monitor = monitor;
            this.listener = listener;
        }

        void start() {
            monitor.reserve(BYTES_PER_HIT * searches.options().rankWindowSize());
            searches.searchWindow(onSearchThread(this::collapse));
        }

        private void collapse(RankedWindow ranked) {
            if (ranked.fields().isEmpty()) {
                listener.onResponse(new CollapsedWindow(ranked, List.of()));
                return;
            }
            FieldDescriptions fields = new FieldDescriptions(ranked.fields());
            CollapseOptions options = searches.options();
            WindowCollapse collapse = new WindowCollapse(
                    fields.scheme().signatureFormat(), ranked.signatures(),
                    options.minSimilarity() == null
                            ? fields.similarity()
                            : options.minSimilarity(),
                    options.maxNearDuplicates(), monitor);
            // Only shards that were free to choose name what they lack.
            Optional<FieldDescriptions.OfShard> fallback = fields.fallback();
            fallback.ifPresent(shard -> link.warning = () -> shard.warn(options.field()));
            if (fallback.isPresent() || options.verify() == Verify.SIGNATURE) {
                listener.onResponse(new CollapsedWindow(ranked, collapse.bySignatures()));
            } else {
                collapse(ranked, collapse);
            }
        }

        /** Collapses, fetches the sets that were missing, and collapses again. */
        private void collapse(RankedWindow ranked, WindowCollapse collapse) {
            List<KeptHit> kept = collapse.bySets();
            if (collapse.wantsSets()) {
                fetch(ranked, collapse);
            } else {
                listener.onResponse(new CollapsedWindow(ranked, kept));
            }
        }

        private void fetch(RankedWindow ranked, WindowCollapse collapse) {
            int[] hits = collapse.nextWanted(BATCH_BYTES);
            RankDoc[] documents = Arrays.stream(hits)
                    .mapToObj(hit -> ranked.documents()[hit])
                    .toArray(RankDoc[]::new);
            searches.fetchSets(documents, onSearchThread(found -> {
                for (int i = 0; i < hits.length; i++) {
                    collapse.put(hits[i], found.get(i));
                }
                if (collapse.wantsSets()) {
                    fetch(ranked, collapse);
                } else {
                    collapse(ranked, collapse);
                }
            }));
        }

        /** Returns a listener that hands a response on to a thread of searches. */
        private <T> ActionListener<T> onSearchThread(Consumer<T> next) {
            return listener.delegateFailureAndWrap(
                    (failed, response) -> executor.execute(
                            ActionRunnable.wrap(failed, ignored -> next.accept(response))));
        }
    }
}
