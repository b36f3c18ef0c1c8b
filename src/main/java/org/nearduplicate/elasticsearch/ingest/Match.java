package org.nearduplicate.elasticsearch.ingest;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A document that another one is a near duplicate of.
 *
 * @param document the other one, of the index that has it, or will have it in a moment
 * @param similarity the similarity of the two, as the score of a query
 * @param item the item of the same request that it came with, {@link BulkItems#UNKNOWN} if that is not known, or {@link
 *     #STORED} if the index has it
 */
record Match(Name document, float similarity, int item) {

    /** What an index has came with no item. */
    static final int STORED = -2;

    /** The most similar first; equal ones in an order that is always the same. */
    static final Comparator<Match> ORDER = Comparator
            .comparingDouble((Match match) -> -match.similarity())
            .thenComparing(match -> match.document.index())
            .thenComparing(match -> match.document.id())
            .thenComparing(match -> match.document.shard());

    /** Returns what a document says of it. */
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("_index", document.index());
        map.put("_id", document.id());
        map.put("similarity", similarity);
        return map;
    }
}
