package org.nearduplicate.elasticsearch.collapse;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.search.rank.RankDoc;
import org.nearduplicate.collapse.KeptHit;
import org.nearduplicate.collapse.WindowCollapse;
import org.nearduplicate.collapse.WindowSets;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The collapse of one window: its search, and, as long as shingle sets are missing, theirs. No thread waits for a
 * search; one thread at a time works on the window.
 *
 * @param executor runs what takes longer than to receive an answer
 * @param searches the searches for the window
 * @param link takes a warning
 * @param monitor is asked for what the window takes, which the listener gives back, and may stop it
 * @param listener receives what came of it
 */
record CollapseRun(
        Executor executor,
        WindowSearches searches,
        CollapseLink link,
        JobMonitor monitor,
        ActionListener<CollapsedWindow> listener) {

    /** About how many bytes of sets one search fetches. */
    private static final long BATCH_BYTES = 16 << 20;

    /** About what a hit takes: its document, its name, its place, and the largest signature. */
    private static final long BYTES_PER_HIT = 400 + 1_036;

    /** Begins with the window. */
    void start() {
        monitor.reserve(BYTES_PER_HIT * searches.options().rankWindowSize());
        searches.searchWindow(whenThere(window -> {
            if (window.fields().isEmpty()) {
                listener.onResponse(new CollapsedWindow(window, List.of()));
            } else {
                collapse(window, new FieldDescriptions(window.fields()), searches.options());
            }
        }));
    }

    private void collapse(RankedWindow ranked, FieldDescriptions fields, CollapseOptions options) {
        WindowCollapse collapse = new WindowCollapse(
                fields.scheme().signatureFormat(), ranked.signatures(),
                options.minSimilarity() == null ? fields.similarity() : options.minSimilarity(),
                options.maxNearDuplicates(), monitor);
        if (verify(fields, options) == Verify.SIGNATURE) {
            listener.onResponse(new CollapsedWindow(ranked, collapse.bySignatures()));
        } else {
            collapse(ranked, collapse, new WindowSets(collapse, monitor));
        }
    }

    private Verify verify(FieldDescriptions fields, CollapseOptions options) {
        if (options.verify() != null) {
            return options.verify();
        }
        FieldDescriptions.OfShard fallback = fields.fallback().orElse(null);
        if (fallback != null) {
            link.warning = () -> fallback.warn(options.field());
        }
        return fallback == null ? Verify.EXACT : Verify.SIGNATURE;
    }

    /** Collapses, fetches the sets that were missing, and collapses again. */
    private void collapse(RankedWindow ranked, WindowCollapse collapse, WindowSets sets) {
        List<KeptHit> kept = collapse.bySets(sets);
        if (sets.areWanted()) {
            fetch(ranked, sets, () -> collapse(ranked, collapse, sets));
        } else {
            sets.close();
            listener.onResponse(new CollapsedWindow(ranked, kept));
        }
    }

    private void fetch(RankedWindow ranked, WindowSets sets, Runnable whenNoneIsMissing) {
        int[] hits = sets.nextWanted(BATCH_BYTES);
        RankDoc[] documents = Arrays.stream(hits)
                .mapToObj(hit -> ranked.documents()[hit])
                .toArray(RankDoc[]::new);
        searches.fetchSets(documents, whenThere(found -> {
            for (int i = 0; i < hits.length; i++) {
                sets.put(hits[i], found.get(i));
            }
            if (sets.areWanted()) {
                fetch(ranked, sets, whenNoneIsMissing);
            } else {
                whenNoneIsMissing.run();
            }
        }));
    }

    /** Returns what receives an answer, and goes on with it on a thread of its own. */
    private <T> ActionListener<T> whenThere(Consumer<T> next) {
        return listener.delegateFailureAndWrap(
                (failed, answer) -> executor.execute(
                        ActionRunnable.wrap(failed, ignored -> next.accept(answer))));
    }
}
