package org.nearduplicate.elasticsearch.version;

import java.util.Map;
import org.apache.lucene.search.TotalHits;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;

/** The hits that a hit has in it. */
public final class InnerHits {

    private InnerHits() {}

    /** Adds hits, which are not pooled, under a name. A hit that already has inner hits of that name is not changed. */
    public static void add(
            SearchHit hit, String name, SearchHit[] inner, TotalHits total, float maxScore) {
        if (hit.getInnerHits() == null || hit.getInnerHits().containsKey(name) == false) {
            // Counted references that nobody gives back hold nothing: the hits are not pooled.
            hit.setInnerHits(Map.of(name, new SearchHits(inner, total, maxScore)));
        }
    }
}
