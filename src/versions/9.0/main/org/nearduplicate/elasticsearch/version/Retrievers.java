package org.nearduplicate.elasticsearch.version;

import java.util.List;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;

/** What retrievers tell of themselves, and of the search that they are in. */
public final class Retrievers {

    private Retrievers() {}

    /**
     * Returns the retrievers that one combines.
     *
     * @param compound the retriever
     * @return those in it; none, as this line does not tell
     */
    public static List<RetrieverBuilder> children(CompoundRetrieverBuilder<?> compound) {
        return List.of();
    }

    /**
     * Returns whether a search may go on without shards that fail.
     *
     * @param context that of the search
     * @return whether it may, or null for what the cluster allows
     */
    public static Boolean allowPartialResults(QueryRewriteContext context) {
        return null;
    }
}
