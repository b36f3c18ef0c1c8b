package org.nearduplicate.elasticsearch.version;

import java.util.List;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;

/** Reads the retrievers inside of a retriever. */
public final class Retrievers {

    private Retrievers() {}

    /** Returns none: this line has no access to them. */
    public static List<RetrieverBuilder> children(CompoundRetrieverBuilder<?> compound) {
        return List.of();
    }
}
