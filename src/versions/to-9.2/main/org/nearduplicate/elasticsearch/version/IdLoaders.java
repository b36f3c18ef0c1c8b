package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.index.query.SearchExecutionContext;

/** Makes what reads the identifiers of documents. */
public final class IdLoaders {

    private IdLoaders() {}

    /** Returns a loader for an index that stores them; in any other they are null. */
    public static IdLoader create(SearchExecutionContext context) {
        return IdLoader.fromLeafStoredFieldLoader();
    }
}
