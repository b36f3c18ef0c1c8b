package org.nearduplicate.elasticsearch.lookup;

import java.util.Comparator;
import org.elasticsearch.index.shard.ShardId;

/**
 * A near duplicate of a text.
 *
 * @param document the document, which the index has or will have when the request is written
 * @param similarity its similarity to the text, as the score of a query
 * @param item the item of a bulk request that writes it, {@link #UNKNOWN} if that is not known, or {@link #STORED} if the
 *     index has it
 */
public record Match(Name document, float similarity, int item) {

    /**
     * The name of a document. By different routings, documents of different shards of an index may have the same {@code _id}.
     *
     * @param shard the shard that has it, or will have it
     */
    public record Name(ShardId shard, String id) {

        /** Returns the name of its index. */
        public String index() {
            return shard.getIndexName();
        }
    }

    /** The number of an item that is not known. */
    public static final int UNKNOWN = -1;

    /** Stands for an item: the document is in the index. */
    public static final int STORED = -2;

    /** The most similar first; ties by their names. */
    public static final Comparator<Match> ORDER = Comparator
            .comparingDouble((Match match) -> -match.similarity())
            .thenComparing(match -> match.document.index())
            .thenComparing(match -> match.document.id())
            .thenComparing(match -> match.document.shard());
}
