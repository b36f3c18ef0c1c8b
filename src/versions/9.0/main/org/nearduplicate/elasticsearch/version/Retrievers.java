package org.nearduplicate.elasticsearch.version;

import java.util.List;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;

/** What retrievers tell of themselves. */
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
}
