package org.nearduplicate.groups.shard;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One shard as a job sees it: the same documents from the first call to the last. Calls return at once
 * and may be made before earlier ones are answered; an answer is an exception if the shard fails or the
 * job is cancelled.
 *
 * <p>A document is given as its <em>doc</em>, its number in the shard's reader, below {@link
 * Integer#MAX_VALUE}; documents are given, and answered, in ascending order, but for the terms that a scan answers in
 * their own.
 */
public interface Shard {

    /** Returns the name of the index that the shard is a part of. */
    String index();

    /** Returns the maxDoc of the shard: above all its docs. */
    int maxDoc();

    /** Returns what was counted when the shard was opened. */
    ShardDocuments documents();

    /**
     * Scans band terms, until there are no more or enough was done.
     *
     * @param start where the scan goes on
     * @param options what is answered, and how much is done for it
     * @return the terms in order with their documents, and where the scan goes on after them
     */
    CompletableFuture<BandBlock> scan(ScanPosition start, ScanOptions options);

    /**
     * Reads signatures, by which equal documents are known, and the similarity of others is estimated.
     *
     * @return the signatures, one after the other, laid out by {@link org.nearduplicate.sketch.Signature}
     */
    CompletableFuture<byte[]> signatures(int[] docs);

    /** Reads shingle sets, laid out by {@link SetBlock}. */
    CompletableFuture<byte[]> shingleSets(int[] docs);

    /**
     * Reads the names of documents, and what keepers are chosen by.
     *
     * @return the names; where they are long only those of the first documents, at least of one
     */
    CompletableFuture<List<DocumentName>> names(int[] docs);

    /** Opens a view of the shard in which only some documents take part, to be closed. */
    CompletableFuture<Shard> only(int[] docs);

    /** Closes what was opened; no call follows it. */
    void close();
}
