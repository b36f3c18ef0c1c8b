package org.nearduplicate.chain;

import java.util.List;
import org.nearduplicate.groups.shard.Document;

/**
 * What a {@link ChainSearch} found: a shortest chain, or none.
 *
 * @param documents the chain from its first document to its last; none if there is no chain
 * @param similarities the similarity of each document but the last to the next, in (0,1]
 * @param complete whether everything was looked at. If not, a chain that was found may not be the
 *     shortest, and where none was found there may be one
 * @param visited how many distinct documents were seen, the two ends among them
 */
public record Chain(
        List<Document> documents, List<Float> similarities, boolean complete, int visited) {

    /**
     * Checks that there is one similarity a link.
     *
     * @throws IllegalArgumentException if there is not
     */
    public Chain {
        documents = List.copyOf(documents);
        similarities = List.copyOf(similarities);
        if (similarities.size() != Math.max(0, documents.size() - 1)) {
            throw new IllegalArgumentException(
                    "a chain of [" + documents.size() + "] documents has one link less, got ["
                            + similarities.size() + "]");
        }
    }

    /**
     * Returns the chain of two documents that are near duplicates of each other.
     *
     * @param from the one
     * @param to the other
     * @param similarity their similarity, in (0,1]
     * @return a chain of one link, than which none is shorter
     */
    public static Chain ofOneLink(Document from, Document to, float similarity) {
        return new Chain(List.of(from, to), List.of(similarity), true, 2);
    }

    /** Returns whether there is a chain. */
    public boolean found() {
        return documents.isEmpty() == false;
    }

    /** Returns the number of links, 0 if there is no chain. */
    public int length() {
        return similarities.size();
    }
}
