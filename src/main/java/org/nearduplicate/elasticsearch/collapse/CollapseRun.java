package org.nearduplicate.elasticsearch.collapse;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.search.rank.RankDoc;
import org.nearduplicate.collapse.KeptHit;
import org.nearduplicate.collapse.Window;
import org.nearduplicate.collapse.WindowCollapse;
import org.nearduplicate.collapse.WindowSets;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.field.SignatureFallback;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The collapse of one window: its search, and, as long as shingle sets are missing, theirs. No thread waits for a
 * search; one thread at a time works on the window.
 */
final class CollapseRun {

    /** About how many bytes of sets one search fetches. */
    private static final long BATCH_BYTES = 16 << 20;

    /** About what a hit takes: its document, its name, its place, and the largest signature. */
    private static final long BYTES_PER_HIT = 400 + 1_036;

    private final Client client;
    private final Executor executor;
    private final WindowSearches searches;
    private final CollapseOptions options;
    private final CollapseLink link;
    private final JobMonitor monitor;
    private final ActionListener<CollapsedWindow> listener;

    /**
     * @param client searches, as a child of the search that this is done for
     * @param executor runs what takes longer than to receive an answer
     * @param monitor is asked for what the window takes, which the listener gives back, and may stop it
     */
    CollapseRun(
            Client client,
            Executor executor,
            WindowSearches searches,
            CollapseOptions options,
            CollapseLink link,
            JobMonitor monitor,
            ActionListener<CollapsedWindow> listener) {
        this.client = client;
        this.executor = executor;
        this.searches = searches;
        this.options = options;
        this.link = link;
        this.monitor = monitor;
        this.listener = listener;
    }

    /** Begins with the window. */
    void start() {
        monitor.reserve(BYTES_PER_HIT * options.rankWindowSize());
        searches.searchWindow(client, whenThere(window -> {
            if (window.fields().isEmpty()) {
                listener.onResponse(new CollapsedWindow(window, List.of()));
            } else {
                collapse(window, new FieldDescriptions(window.fields()));
            }
        }));
    }

    private void collapse(RankedWindow ranked, FieldDescriptions fields) {
        Window window = new Window(fields.scheme().signatureFormat(), ranked.signatures());
        double minSimilarity = options.minSimilarity() == null
                ? fields.similarity()
                : options.minSimilarity();
        WindowCollapse collapse = new WindowCollapse(
                window, minSimilarity, options.maxNearDuplicates(), monitor);
        if (verify(fields) == Verify.SIGNATURE) {
            listener.onResponse(new CollapsedWindow(ranked, collapse.bySignatures()));
        } else {
            new BySets(ranked, collapse, new WindowSets(window, monitor)).collapse();
        }
    }

    private Verify verify(FieldDescriptions fields) {
        if (options.verify() != null) {
            return options.verify();
        }
        SignatureFallback fallback = fields.fallback().orElse(null);
        if (fallback != null) {
            link.warnsBy(() -> fallback.warn(options.field()));
        }
        return fallback == null ? Verify.EXACT : Verify.SIGNATURE;
    }

    /** Returns what receives an answer, and goes on with it on a thread of its own. */
    private <T> ActionListener<T> whenThere(Consumer<T> next) {
        return listener.delegateFailureAndWrap(
                (failed, answer) -> executor.execute(
                        ActionRunnable.wrap(failed, ignored -> next.accept(answer))));
    }

    /** Collapses, fetches the sets that were missing, and collapses again. */
    private final class BySets {

        private final RankedWindow ranked;
        private final WindowCollapse collapse;
        private final WindowSets sets;

        BySets(RankedWindow ranked, WindowCollapse collapse, WindowSets sets) {
            this.ranked = ranked;
            this.collapse = collapse;
            this.sets = sets;
        }

        void collapse() {
            List<KeptHit> kept = collapse.bySets(sets);
            if (sets.areWanted()) {
                fetch();
            } else {
                sets.close();
                listener.onResponse(new CollapsedWindow(ranked, kept));
            }
        }

        private void fetch() {
            int[] hits = sets.nextWanted(BATCH_BYTES);
            RankDoc[] documents = Arrays.stream(hits)
                    .mapToObj(hit -> ranked.documents()[hit])
                    .toArray(RankDoc[]::new);
            searches.fetchSets(client, documents, whenThere(found -> {
                for (int i = 0; i < hits.length; i++) {
                    sets.put(hits[i], found.get(i));
                }
                if (sets.areWanted()) {
                    fetch();
                } else {
                    collapse();
                }
            }));
        }
    }
}
