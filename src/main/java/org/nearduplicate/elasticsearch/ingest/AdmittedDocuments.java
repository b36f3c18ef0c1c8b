package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.Name;
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

    AdmittedDocuments(int bands) {
        this.texts = new TextTable(bands);
    }

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
                .filter(before -> before.item() != item || item == Match.UNKNOWN)
                .ifPresent(before -> remove(name));
    }

    private void remove(Name name) {
        Integer number = byName.remove(name);
        if (number != null) {
            texts.remove(number);
        }
    }

    /** Finds the near duplicates of a text that count, at most as many as asked for: the most similar of the first candidates. */
    List<Match> similar(
            SketchedText text, int rows, double minSimilarity, Verify verify, int size,
            int maxBucketSize, Predicate<Admitted> counts) {
        TextComparison comparison = new TextComparison(text, minSimilarity, verify);
        PriorityQueue<Match> best =
                new PriorityQueue<>(Comparator.comparingDouble(Match::similarity));
        int[] candidates = new int[1];
        texts.visitCandidates(text, rows, maxBucketSize, number -> {
            candidates[0]++;
            Admitted document = documents.get(number);
            if (counts.test(document)) {
                double similarity = comparison.similarity(texts.get(number));
                boolean isFull = best.size() == size;
                if (similarity != Jaccard.REJECTED
                        && (isFull == false || similarity > best.peek().similarity())) {
                    if (isFull) {
                        best.remove();
                    }
                    best.add(new Match(document.name(), (float) similarity, document.item()));
                }
            }
            return best.size() < size
                    || candidates[0] < MOST_CANDIDATES && best.peek().similarity() < 1;
        });
        return List.copyOf(best);
    }
}
