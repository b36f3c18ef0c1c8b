package org.nearduplicate.groups;

import java.util.concurrent.CompletableFuture;

/**
 * The documents of a shard by the operations that wrote them: each has a number, higher than those before, and a document
 * that is changed gets that of the change. Calls are those of {@link Shard}.
 */
public interface ShardHistory {

    /** Returns what the shard shows. */
    ShardVersion version();

    /**
     * Finds the documents that were written since.
     *
     * @param after operations of higher numbers are looked for
     * @param from the first doc that is looked at
     * @return the first ones of the docs, ascending; none if there are no more
     */
    CompletableFuture<int[]> changed(long after, int from);

    /**
     * Finds documents again.
     *
     * @param sequenceNumbers the numbers of operations, ascending
     * @return the doc that each wrote, or -1 where there is none any more that takes part
     */
    CompletableFuture<int[]> docs(long[] sequenceNumbers);

    /**
     * Reads which operations wrote documents.
     *
     * @param docs documents in ascending order
     * @return the numbers of the operations, in the order of the documents
     */
    CompletableFuture<long[]> sequenceNumbers(int[] docs);
}
