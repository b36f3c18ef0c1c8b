package org.nearduplicate.chain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.sketch.IntParameter;

/**
 * Finds a shortest chain of near duplicates between two documents: breadth first from both ends, level
 * by level, always growing the end whose last level is smaller, until the two meet.
 *
 * <p>Of several shortest chains it finds the lowest one: documents are compared one by one from the first to the last, by
 * {@code _id}, then index, then routing. So a complete answer depends only on the documents and their near duplicates,
 * not on how they are stored. That holds if near duplicates are mutual. If only one of two documents finds the other, a
 * chain has links that one of its ends finds.
 *
 * <p>Each end has a source of near duplicates. It is called with some documents, each once, and returns one answer for
 * each, in the same order; the next call follows its answer. It may leave out what it has returned before: for a document
 * with exactly the text of an earlier one it may return {@link Neighbours#NONE}, so that a thousand copies cost one
 * search.
 *
 * <p>No thread waits: the thread that completes an answer continues the search. Runs once.
 */
public final class ChainSearch {

    /** How many links a chain may have. */
    public static final IntParameter MAX_LENGTH = new IntParameter("max_length", 10, 1, 100);

    /**
     * The most distinct documents that are visited. Each costs two searches at most and some hundred bytes. Twenty
     * thousand searches take long enough, and no reader could make sense of a chain through more documents. It is also
     * the default limit for the hits of a search.
     */
    public static final int MAX_VISITED = 10_000;

    private static final int DOCUMENTS_AT_ONCE = 8;

    private static final Comparator<Document> ORDER = Comparator.comparing(Document::id)
            .thenComparing(Document::index)
            .thenComparing(Document::routing, Comparator.nullsFirst(Comparator.naturalOrder()));

    private static final Comparator<Neighbour> NEIGHBOUR_ORDER =
            Comparator.comparing(Neighbour::document, ORDER);

    private final Side first;
    private final Side last;
    private final int maxLength;
    private final int maxVisited;

    private int visited = 2;
    private boolean complete = true;
    private boolean full;

    /**
     * Creates a search.
     *
     * @param from the first document of the chain
     * @param fromSource gives the near duplicates of documents near the first
     * @param to the last document, another one
     * @param toSource gives the near duplicates of documents near the last; a source may be stateful,
     *     so it is not the same
     * @param maxLength the links that the chain may have, see {@link #MAX_LENGTH}
     * @param maxVisited the documents that are visited, see {@link #MAX_VISITED}
     */
    public ChainSearch(
            Document from,
            Function<List<Document>, CompletableFuture<List<Neighbours>>> fromSource,
            Document to,
            Function<List<Document>, CompletableFuture<List<Neighbours>>> toSource,
            int maxLength,
            int maxVisited) {
        this.first = new Side(from, fromSource);
        this.last = new Side(to, toSource);
        this.maxLength = maxLength;
        this.maxVisited = maxVisited;
    }

    /**
     * What was found: a shortest chain, or none.
     *
     * @param documents the chain from its first document to its last; none if there is no chain
     * @param similarities the similarity of each document but the last to the next, in (0,1]: one less
     * @param complete whether everything was looked at. If not, a chain that was found may not be the
     *     shortest, and where none was found there may be one
     * @param visited how many distinct documents were seen, the two ends among them
     */
    public record Chain(
            List<Document> documents, List<Float> similarities, boolean complete, int visited) {

        /** Returns whether there is a chain. */
        public boolean found() {
            return documents.isEmpty() == false;
        }

        /** Returns the number of links, 0 if there is no chain. */
        public int length() {
            return similarities.size();
        }
    }

    /**
     * The near duplicates of one document.
     *
     * @param found the near duplicates, in any order
     * @param complete whether these are all that there are
     */
    public record Neighbours(List<Neighbour> found, boolean complete) {

        /** No near duplicates at all. */
        public static final Neighbours NONE = new Neighbours(List.of(), true);
    }

    /**
     * A near duplicate of a document.
     *
     * @param similarity the similarity of the two, in (0,1]
     */
    public record Neighbour(Document document, float similarity) {}

    /**
     * The documents that one end of a chain has reached, level by level, and how.
     *
     * <p>Among several ways of the same length to a document it keeps the one by which the whole chain,
     * read from its first document to its last, is the lowest. Seen from the first document that is the
     * way by the lowest <em>way</em>, so a level is in the order in which it was reached; seen from the last
     * it is the way by the lowest <em>document</em>, so a level is in the order of its documents.
     */
    private static final class Side {

        private final Function<List<Document>, CompletableFuture<List<Neighbours>>> source;

        /** The documents in the order in which they were reached. */
        private final Map<Document, Step> steps = new LinkedHashMap<>();

        /** The last level, in the order in which its documents are expanded. */
        private List<Document> frontier;

        private List<Document> next = new ArrayList<>();
        private int depth;

        Side(
                Document end,
                Function<List<Document>, CompletableFuture<List<Neighbours>>> source) {
            this.source = source;
            this.frontier = List.of(end);
            steps.put(end, new Step(null, 0, 0));
        }

        /** Adds a document to the next level. It was not reached before. */
        void reach(Document document, Document previous, float similarity) {
            steps.put(document, new Step(previous, similarity, depth + 1));
            next.add(document);
        }

        /** Makes the next level the last one. */
        void finishLevel() {
            frontier = next;
            next = new ArrayList<>();
            depth++;
        }
    }

    /**
     * How a document was reached: by a previous document, null for the end itself, with their similarity; and the links
     * to the end.
     */
    private record Step(Document previous, float similarity, int depth) {}

    /** Runs the search. Its result fails if a source fails, with the same failure. */
    public CompletableFuture<Chain> run() {
        Side side = first.frontier.size() <= last.frontier.size() ? first : last;
        if (full || side.frontier.isEmpty() || first.depth + last.depth == maxLength) {
            return CompletableFuture.completedFuture(
                    new Chain(List.of(), List.of(), complete, visited));
        }
        return grow(side, 0).thenCompose(grown -> {
            if (side == last) {
                side.next.sort(ORDER);
            }
            side.finishLevel();
            Document meeting = meeting();
            return meeting == null ? run() : CompletableFuture.completedFuture(chain(meeting));
        });
    }

    /** Adds the near duplicates of a level, from one document on. */
    private CompletableFuture<Void> grow(Side side, int from) {
        int to = Math.min(side.frontier.size(), from + DOCUMENTS_AT_ONCE);
        if (full || from == to) {
            return CompletableFuture.completedFuture(null);
        }
        List<Document> documents = side.frontier.subList(from, to);
        return side.source.apply(documents).thenCompose(answers -> {
            for (int i = 0; i < documents.size() && full == false; i++) {
                add(side, documents.get(i), answers.get(i));
            }
            return grow(side, to);
        });
    }

    private void add(Side side, Document document, Neighbours neighbours) {
        complete &= neighbours.complete();
        Side other = side == first ? last : first;
        for (Neighbour each : neighbours.found().stream().sorted(NEIGHBOUR_ORDER).toList()) {
            if (side.steps.containsKey(each.document())) {
                continue;
            }
            if (other.steps.containsKey(each.document()) == false) {
                if (visited == maxVisited) {
                    full = true;
                    complete = false;
                    continue;
                }
                visited++;
            }
            side.reach(each.document(), document, each.similarity());
        }
    }

    /** Returns the first document, in the order of the first side, that both sides reached soonest. */
    private Document meeting() {
        Document meeting = null;
        int length = Integer.MAX_VALUE;
        for (Map.Entry<Document, Step> reached : first.steps.entrySet()) {
            Step toLast = last.steps.get(reached.getKey());
            if (toLast != null && reached.getValue().depth + toLast.depth < length) {
                length = reached.getValue().depth + toLast.depth;
                meeting = reached.getKey();
            }
        }
        return meeting;
    }

    private Chain chain(Document meeting) {
        List<Document> documents = new ArrayList<>();
        List<Float> similarities = new ArrayList<>();
        follow(first, meeting, documents, similarities);
        Collections.reverse(documents);
        Collections.reverse(similarities);
        documents.add(meeting);
        follow(last, meeting, documents, similarities);
        return new Chain(documents, similarities, complete, visited);
    }

    /** Adds the way from a document to the end of a side, without the document itself. */
    private static void follow(
            Side side, Document from, List<Document> documents, List<Float> similarities) {
        Step step = side.steps.get(from);
        while (step.previous != null) {
            documents.add(step.previous);
            similarities.add(step.similarity);
            step = side.steps.get(step.previous);
        }
    }
}
