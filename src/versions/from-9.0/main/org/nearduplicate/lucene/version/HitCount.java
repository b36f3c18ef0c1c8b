package org.nearduplicate.lucene.version;

import org.apache.lucene.search.TotalHits;

/** Reads how many hits a search has. */
public final class HitCount {

    private HitCount() {}

    /** Returns the number of hits, or how many there are at least. */
    public static long of(TotalHits hits) {
        return hits.value();
    }
}
