package org.nearduplicate.chain;

import java.util.List;
import org.nearduplicate.groups.shard.Document;

/**
 * What a {@link ChainSearch} found: a shortest chain, or none.
 *
 * @param documents the chain from its first document to its last; none if there is no chain
 * @param similarities the similarity of each document but the last to the next, in (0,1]: one less
 * @param complete whether everything was looked at. If not, a chain that was found may not be the
 *     shortest, and where none was found there may be one
 * @param visited how many distinct documents were seen, the two ends among them
 */
public record Chain(
        List<Document> documents, List<Float> similarities, boolean complete, int visited) {

    /** Copies the lists. */
    public Chain {
        documents = List.copyOf(documents);
        similarities = List.copyOf(similarities);
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
