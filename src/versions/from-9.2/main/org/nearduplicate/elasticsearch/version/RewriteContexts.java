package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.TransportVersion;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.search.SearchService;

/** Makes the contexts in which queries are rewritten before they go to shards. */
public final class RewriteContexts {

    private RewriteContexts() {}

    /**
     * Makes a context.
     *
     * @param searchService makes it
     * @param nowInMillis the time for date mathematics
     * @param version the oldest in the cluster
     * @param indices those that are searched
     * @return the context
     */
    public static QueryRewriteContext create(
            SearchService searchService,
            long nowInMillis,
            TransportVersion version,
            ResolvedIndices indices) {
        return searchService.getRewriteContext(
                () -> nowInMillis, version, null, indices, null, null);
    }
}
