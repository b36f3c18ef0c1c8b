package org.nearduplicate.elasticsearch.lookup;

import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.elasticsearch.common.lucene.index.ElasticsearchDirectoryReader;

/** Tells whether the view of a search is the whole shard, with all that will be written to it. */
final class WholeView {

    /** The package of what a search itself puts around a reader, to be cancelled; it hides nothing. */
    private static final String OF_SEARCHES = "org.elasticsearch.search.internal";

    private WholeView() {}

    /**
     * Returns whether nothing is around the reader of a shard that may hide documents or fields of it, as security
     * does for who may not see all.
     *
     * @param reader that of a search
     */
    static boolean isWhole(IndexReader reader) {
        IndexReader inner = reader;
        while (inner instanceof FilterDirectoryReader wrapper
                && wrapper.getClass().getPackageName().equals(OF_SEARCHES)) {
            inner = wrapper.getDelegate();
        }
        return inner instanceof ElasticsearchDirectoryReader;
    }
}
