package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.SketchedText;
import org.nearduplicate.unseen.TextComparison;
import org.nearduplicate.unseen.TextTable;

/**
 * The documents of one bulk request that were admitted so far, in one field of one index: no search sees them, as none is
 * written. Guarded by its {@link BulkDocuments}.
 */
final class AdmittedDocuments {

    /** Where a document has its matches, of so many more candidates it is looked whether they are more similar. */
    private static final int MOST_CANDIDATES = 256;

    private final List<Admitted> documents = new ArrayList<>();
    private final Map<Name, Integer> byName = new HashMap<>();
    private final TextTable texts;

    /**
     * @param bands how many band terms each has
     */
    AdmittedDocuments(int bands) {
        this.texts = new TextTable(bands);
    }

    /** A document, and the place of its item. */
    record Admitted(Name name, int item) {}

    /** Admits a document; what was admitted by its name before is replaced. */
    void add(Name name, int item, SketchedText text) {
        remove(name);
        documents.add(new Admitted(name, item));
        byName.put(name, texts.add(text));
    }

    /** Returns a document, if it was admitted. */
    Optional<Admitted> find(Name name) {
        return Optional.ofNullable(byName.get(name)).map(documents::get);
    }

    /** Takes a document away, if it came with another item than the one that replaces it. */
    void replace(Name name, int item) {
        find(name)
                .filter(before -> before.item() != item || item == BulkItems.UNKNOWN)
                .ifPresent(before -> remove(name));
    }

    private void remove(Name name) {
        Integer number = byName.remove(name);
        if (number != null) {
            texts.remove(number);
        }
    }

    /**
     * Finds the near duplicates of a text, at most as many as asked for: the most similar of the first candidates.
     *
     * @param rows how many rows of a band they share at least
     * @param maxBucketSize how many texts may share the rows of a band that count
     * @param counts which documents count
     */
    List<Match> similar(
            SketchedText text, int rows, double minSimilarity, Verify verify, int size,
            int maxBucketSize, Predicate<Admitted> counts) {
        Search search = new Search(new TextComparison(text, minSimilarity, verify), size, counts);
        texts.visitCandidates(text, rows, maxBucketSize, search::goesOnAfter);
        return List.copyOf(search.best);
    }

    /** Looks for the most similar ones. */
    private final class Search {

        private final TextComparison comparison;
        private final int size;
        private final Predicate<Admitted> counts;
        private final PriorityQueue<Match> best =
                new PriorityQueue<>(Comparator.comparingDouble(Match::similarity));
        private int candidates;

        private Search(TextComparison comparison, int size, Predicate<Admitted> counts) {
            this.comparison = comparison;
            this.size = size;
            this.counts = counts;
        }

        private boolean goesOnAfter(int number) {
            candidates++;
            if (counts.test(documents.get(number))) {
                add(number, comparison.similarity(texts.get(number)));
            }
            return best.size() < size
                    || candidates < MOST_CANDIDATES && best.peek().similarity() < 1;
        }

        private void add(int number, double similarity) {
            boolean isFull = best.size() == size;
            if (similarity == Jaccard.REJECTED
                    || isFull && similarity <= best.peek().similarity()) {
                return;
            }
            if (isFull) {
                best.remove();
            }
            Admitted document = documents.get(number);
            best.add(new Match(document.name(), (float) similarity, document.item()));
        }
    }
}
