package org.nearduplicate.elasticsearch.ingest;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A document that another one is a near duplicate of.
 *
 * @param index the index that has it, or will have it in a moment
 * @param id its {@code _id}
 * @param similarity the similarity of the two, as the score of a query
 */
record Match(String index, String id, float similarity) {

    /** The most similar first; equal ones in an order that is always the same. */
    static final Comparator<Match> ORDER = Comparator
            .comparingDouble((Match match) -> -match.similarity())
            .thenComparing(Match::index)
            .thenComparing(Match::id);

    /** Returns what a document says of it. */
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("_index", index);
        map.put("_id", id);
        map.put("similarity", similarity);
        return map;
    }
}
