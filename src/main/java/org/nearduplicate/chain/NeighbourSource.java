package org.nearduplicate.chain;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.groups.shard.Document;

/**
 * Gives the near duplicates of documents to one side of a {@link ChainSearch}, which asks for each
 * document once, and again only after it was answered.
 *
 * <p>A source may leave out what it has given before: to a document with the very text of one that was
 * asked for earlier it may answer with {@link Neighbours#NONE}, so that a thousand copies cost one
 * question.
 */
@FunctionalInterface
public interface NeighbourSource {

    /**
     * Asks for near duplicates.
     *
     * @param documents the documents, at most {@link ChainSearch#DOCUMENTS_AT_ONCE}
     * @return their near duplicates, one answer a document, in the same order
     */
    CompletableFuture<List<Neighbours>> neighbours(List<Document> documents);
}
