package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.search.internal.ContextIndexSearcher;

/** Tells whether a search is to stop. */
public final class Cancellations {

    private Cancellations() {}

    /**
     * Returns the check of a search.
     *
     * @param searcher runs the search
     * @param field one with terms
     * @return throws, from any thread, if the search is cancelled or out of time
     */
    public static Runnable check(ContextIndexSearcher searcher, String field) {
        return searcher::checkCancelled;
    }
}
