package org.nearduplicate.elasticsearch.version;

import java.util.HashMap;
import org.apache.lucene.search.TotalHits;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;

/** The hits that a hit has in it. */
public final class InnerHits {

    private InnerHits() {}

    /** Adds hits, which are not pooled, under a name. A hit that already has inner hits of that name is not changed. */
    public static void add(
            SearchHit hit, String name, SearchHit[] inner, TotalHits total, float maxScore) {
        if (hit.getInnerHits() == null) {
            hit.setInnerHits(new HashMap<>());
        }
        hit.getInnerHits().putIfAbsent(name, SearchHits.unpooled(inner, total, maxScore));
    }
}
