package org.nearduplicate.elasticsearch.version;

import java.util.List;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;

/** Reads the retrievers inside of a retriever. */
public final class Retrievers {

    private Retrievers() {}

    /** Returns the retrievers that one combines. */
    public static List<RetrieverBuilder> children(CompoundRetrieverBuilder<?> compound) {
        return compound.innerRetrievers().stream().map(inner -> inner.retriever()).toList();
    }
}
