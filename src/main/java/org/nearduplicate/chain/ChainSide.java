package org.nearduplicate.chain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.groups.shard.Document;

/**
 * The documents that one end of a chain has reached, level by level, and how. Belongs to one search.
 *
 * <p>Among several ways of the same length to a document it keeps the one by which the whole chain,
 * read from its first document to its last, is the lowest. Seen from the first document that is the
 * way by the lowest <em>way</em>, so a level is in the order in which it was reached; seen from the last
 * it is the way by the lowest <em>document</em>, so a level is in the order of its documents.
 */
final class ChainSide {

    /** Depends on nothing but the documents, so neither does the answer. */
    static final Comparator<Document> ORDER = Comparator.comparing(Document::id)
            .thenComparing(Document::index)
            .thenComparing(Document::routing, Comparator.nullsFirst(Comparator.naturalOrder()));

    private final NeighbourSource source;
    private final boolean first;

    /** In the order in which they were reached. */
    private final Map<Document, Step> steps = new LinkedHashMap<>();

    private List<Document> frontier;
    private List<Document> next = new ArrayList<>();
    private int depth;

    private ChainSide(Document end, NeighbourSource source, boolean first) {
        this.source = source;
        this.first = first;
        this.frontier = List.of(end);
        steps.put(end, new Step(null, 0, 0));
    }

    /** Returns the side of the first document of a chain. */
    static ChainSide first(Document end, NeighbourSource source) {
        return new ChainSide(end, source, true);
    }

    /** Returns the side of the last document of a chain. */
    static ChainSide last(Document end, NeighbourSource source) {
        return new ChainSide(end, source, false);
    }

    /**
     * How a document was reached.
     *
     * @param previous the document by which it was reached, null for the end itself
     * @param similarity the similarity of the two
     * @param depth the links to the end
     */
    record Step(Document previous, float similarity, int depth) {}

    /** Returns where to ask for near duplicates. */
    NeighbourSource source() {
        return source;
    }

    /** Returns the documents of the last level, in the order in which they are to be asked for. */
    List<Document> frontier() {
        return frontier;
    }

    /** Returns the number of levels, that of the end itself not counted. */
    int depth() {
        return depth;
    }

    /** Returns how a document was reached, or null if it was not. */
    Step step(Document document) {
        return steps.get(document);
    }

    /** Returns every document that was reached, level by level. */
    Iterable<Document> reached() {
        return steps.keySet();
    }

    /** Adds a document to the next level. It was not reached before. */
    void reach(Document document, Document previous, float similarity) {
        steps.put(document, new Step(previous, similarity, depth + 1));
        next.add(document);
    }

    /** Makes the next level the last one. */
    void finishLevel() {
        if (first == false) {
            next.sort(ORDER);
        }
        frontier = next;
        next = new ArrayList<>();
        depth++;
    }
}
