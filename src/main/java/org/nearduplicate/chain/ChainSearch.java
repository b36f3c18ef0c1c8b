package org.nearduplicate.chain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.chain.ChainSide.Step;
import org.nearduplicate.chain.Neighbours.Neighbour;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.sketch.IntParameter;

/**
 * Finds a shortest chain of near duplicates between two documents: breadth first from both ends, level
 * by level, always growing the end whose last level is smaller, until the two meet.
 *
 * <p>Of several shortest chains it finds the one whose documents, compared one by one from the first to
 * the last by {@code _id}, then index, then routing, are the lowest; so a complete answer depends on
 * the documents and their near duplicates alone, not on how they are stored or in which order they are
 * given. That holds where near duplicates are mutual; where only one of two documents finds the other,
 * a chain is made of links that one of their ends finds.
 *
 * <p>Waits for nothing: whoever answers a question goes on with the search. Runs once.
 */
public final class ChainSearch {

    /** How many links a chain may have. */
    public static final IntParameter MAX_LENGTH = new IntParameter("max_length", 10, 1, 100);

    /**
     * How many distinct documents are visited. Each costs two searches at most and some hundred bytes:
     * twenty thousand searches are as long as anybody waits, and a chain that is not among so many
     * documents leads through a mass of which no reader could make sense. It is also what a search gives
     * at most where nobody changed that, so a document with more near duplicates reaches this bound too.
     */
    public static final int MAX_VISITED = 10_000;

    /** How many documents are asked for at once. */
    public static final int DOCUMENTS_AT_ONCE = 8;

    private static final Comparator<Neighbour> NEIGHBOUR_ORDER = Comparator.comparing(
            Neighbour::document, ChainSide.ORDER);

    private final ChainSide first;
    private final ChainSide last;
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
     * @throws IllegalArgumentException if the documents are the same, or the length is out of its bounds
     */
    public ChainSearch(
            Document from,
            NeighbourSource fromSource,
            Document to,
            NeighbourSource toSource,
            int maxLength) {
        this(ChainSide.first(from, fromSource), ChainSide.last(to, toSource), maxLength,
                MAX_VISITED);
        if (from.equals(to)) {
            throw new IllegalArgumentException("a chain has two ends, got [" + from + "] twice");
        }
    }

    ChainSearch(ChainSide first, ChainSide last, int maxLength, int maxVisited) {
        this.first = Objects.requireNonNull(first);
        this.last = Objects.requireNonNull(last);
        this.maxLength = MAX_LENGTH.check(maxLength);
        this.maxVisited = maxVisited;
    }

    /**
     * Runs the search.
     *
     * @return what it found; fails with what a source failed with
     */
    public CompletableFuture<Chain> run() {
        ChainSide side = first.frontier().size() <= last.frontier().size() ? first : last;
        if (full || side.frontier().isEmpty() || first.depth() + last.depth() == maxLength) {
            return CompletableFuture.completedFuture(
                    new Chain(List.of(), List.of(), complete, visited));
        }
        return grow(side, 0).thenCompose(grown -> {
            side.finishLevel();
            Document meeting = meeting();
            return meeting == null ? run() : CompletableFuture.completedFuture(chain(meeting));
        });
    }

    /** Asks for the near duplicates of a level from one document on. */
    private CompletableFuture<Void> grow(ChainSide side, int from) {
        int to = Math.min(side.frontier().size(), from + DOCUMENTS_AT_ONCE);
        if (full || from == to) {
            return CompletableFuture.completedFuture(null);
        }
        List<Document> asked = side.frontier().subList(from, to);
        return side.source().neighbours(asked).thenCompose(answers -> {
            for (int i = 0; i < asked.size() && full == false; i++) {
                add(side, asked.get(i), answers.get(i));
            }
            return grow(side, to);
        });
    }

    private void add(ChainSide side, Document document, Neighbours neighbours) {
        complete &= neighbours.complete();
        ChainSide other = side == first ? last : first;
        for (Neighbour each : neighbours.found().stream().sorted(NEIGHBOUR_ORDER).toList()) {
            if (side.step(each.document()) != null) {
                continue;
            }
            if (other.step(each.document()) == null) {
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
        for (Document document : first.reached()) {
            Step toLast = last.step(document);
            if (toLast != null && first.step(document).depth() + toLast.depth() < length) {
                length = first.step(document).depth() + toLast.depth();
                meeting = document;
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
            ChainSide side, Document from, List<Document> documents, List<Float> similarities) {
        Step step = side.step(from);
        while (step.previous() != null) {
            documents.add(step.previous());
            similarities.add(step.similarity());
            step = side.step(step.previous());
        }
    }
}
