package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.search.internal.ContextIndexSearcher;

/** Checks whether a search is cancelled. */
public final class Cancellations {

    private Cancellations() {}

    /** Returns a check that throws, from any thread, if the search is cancelled or out of time. The field has terms. */
    public static Runnable check(ContextIndexSearcher searcher, String field) {
        return searcher::checkCancelled;
    }
}
