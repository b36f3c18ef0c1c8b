package org.nearduplicate.elasticsearch.lookup;

import java.util.Set;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.elasticsearch.common.lucene.index.ElasticsearchDirectoryReader;

/** Tells whether the view of a search is the whole shard, with all that will be written to it. */
final class WholeView {

    /** The packages of what a shard and a search put around every reader, to be kept and cancelled; it hides nothing. */
    private static final Set<String> OF_EVERY_SEARCH =
            Set.of("org.elasticsearch.index.shard", "org.elasticsearch.search.internal");

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
                && OF_EVERY_SEARCH.contains(wrapper.getClass().getPackageName())) {
            inner = wrapper.getDelegate();
        }
        return inner instanceof ElasticsearchDirectoryReader;
    }
}
