package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.TransportVersion;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.search.SearchService;

/** Makes the contexts in which queries are rewritten before they go to shards. */
public final class RewriteContexts {

    private RewriteContexts() {}

    /** Makes a context with the time for date mathematics, and the oldest version in the cluster. */
    public static QueryRewriteContext create(
            SearchService searchService,
            long nowInMillis,
            TransportVersion version,
            ResolvedIndices indices) {
        return searchService.getRewriteContext(
                () -> nowInMillis, indices, null);
    }
}
