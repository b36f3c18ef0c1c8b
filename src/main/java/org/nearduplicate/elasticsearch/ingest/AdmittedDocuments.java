package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.Match.Name;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.sets.SketchedText;
import org.nearduplicate.unseen.TextComparison;
import org.nearduplicate.unseen.TextTable;

/**
 * The documents of one bulk request that were admitted so far to be compared with each other, in one field of one index. No search sees them, as none of
 * them is written yet. Guarded by its {@link BulkDocuments}.
 */
final class AdmittedDocuments {

    /** The candidates that are compared at most if there are enough matches already: a later one may be more similar. */
    private static final int MOST_CANDIDATES = 256;

    private final List<Admitted> documents = new ArrayList<>();
    private final Map<Name, Integer> byName = new HashMap<>();
    private final TextTable texts;

    AdmittedDocuments(int bands) {
        this.texts = new TextTable(bands);
    }

    /** A document, and what makes others its peers. */
    record Admitted(Name name, int item, byte[] peer) {}

    /** Admits a document, which replaces an earlier one of its name. */
    void add(Admitted document, SketchedText text) {
        remove(document.name());
        documents.add(document);
        byName.put(document.name(), texts.add(text));
    }

    /** Returns a document, if it was admitted. */
    Optional<Admitted> find(Name name) {
        return Optional.ofNullable(byName.get(name)).map(documents::get);
    }

    /** Removes a document, unless it came with the very item that replaces it. */
    void replace(Name name, int item) {
        find(name)
                .filter(before -> before.item() != item || item == Match.UNKNOWN)
                .ifPresent(before -> remove(name));
    }

    private void remove(Name name) {
        Integer number = byName.remove(name);
        if (number != null) {
            texts.remove(number);
        }
    }

    /** Returns the near duplicates of a text that count, the most similar of the first candidates, at most {@code size}. */
    List<Match> similar(
            TextComparison comparison, int rows, int size, int maxBucketSize,
            Predicate<Admitted> counts) {
        List<Match> matches = new ArrayList<>();
        AtomicInteger candidates = new AtomicInteger();
        AtomicInteger copies = new AtomicInteger();
        texts.visitCandidates(comparison.text(), rows, maxBucketSize, number -> {
            candidates.incrementAndGet();
            Admitted document = documents.get(number);
            double similarity = counts.test(document)
                    ? comparison.similarity(texts.get(number))
                    : Jaccard.REJECTED;
            if (similarity != Jaccard.REJECTED) {
                matches.add(new Match(document.name(), (float) similarity, document.item()));
                copies.addAndGet(similarity == 1 ? 1 : 0);
            }
            return matches.size() < size
                    || candidates.get() < MOST_CANDIDATES && copies.get() < size;
        });
        // The sort is stable: of equally similar ones the first candidates stay, which share the most rows.
        matches.sort(Comparator.comparing(Match::similarity).reversed());
        return matches.subList(0, Math.min(size, matches.size()));
    }
}
