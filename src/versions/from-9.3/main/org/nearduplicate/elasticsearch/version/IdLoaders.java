package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.index.query.SearchExecutionContext;

/** Makes what reads the identifiers of documents. */
public final class IdLoaders {

    private IdLoaders() {}

    /** Returns a loader for an index, wherever it keeps them. */
    public static IdLoader create(SearchExecutionContext context) {
        return IdLoader.create(context.getIndexSettings(), context.getMappingLookup());
    }
}
