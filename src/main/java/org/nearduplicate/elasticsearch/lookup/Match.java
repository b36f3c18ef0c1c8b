package org.nearduplicate.elasticsearch.lookup;

import java.util.Comparator;

/**
 * A near duplicate of a text.
 *
 * @param document the document, of the index that has it, or will have it in a moment
 * @param similarity the similarity of the two, as the score of a query
 * @param item the item of a bulk request that it comes with, {@link #UNKNOWN} if that is not known, or {@link #STORED} if the
 *     index has it
 */
public record Match(Name document, float similarity, int item) {

    /** The number of an item that is not known. */
    public static final int UNKNOWN = -1;

    /** What an index has came with no item. */
    public static final int STORED = -2;

    /** The most similar first; equal ones in an order that is always the same. */
    public static final Comparator<Match> ORDER = Comparator
            .comparingDouble((Match match) -> -match.similarity())
            .thenComparing(match -> match.document.index())
            .thenComparing(match -> match.document.id())
            .thenComparing(match -> match.document.shard());
}
