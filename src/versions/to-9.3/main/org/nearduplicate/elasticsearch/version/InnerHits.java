package org.nearduplicate.elasticsearch.version;

import java.util.HashMap;
import org.apache.lucene.search.TotalHits;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;

/** The hits that a hit has in it. */
public final class InnerHits {

    private InnerHits() {}

    /**
     * Adds hits to those that a hit may have already. If some are called so they stay, and these are not added.
     *
     * @param hit the hit
     * @param name what they are called
     * @param inner the hits, not pooled
     * @param total how many there are in all
     * @param maxScore the highest of their scores
     */
    public static void add(
            SearchHit hit, String name, SearchHit[] inner, TotalHits total, float maxScore) {
        if (hit.getInnerHits() == null) {
            hit.setInnerHits(new HashMap<>());
        }
        hit.getInnerHits().putIfAbsent(name, SearchHits.unpooled(inner, total, maxScore));
    }
}
