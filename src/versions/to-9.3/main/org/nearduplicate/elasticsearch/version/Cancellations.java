package org.nearduplicate.elasticsearch.version;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.elasticsearch.search.internal.ContextIndexSearcher;

/**
 * Tells whether a search is to stop. Elasticsearch asks it for itself whenever terms are opened, and has no other
 * way to be asked.
 */
public final class Cancellations {

    private Cancellations() {}

    /**
     * Returns the check of a search.
     *
     * @param searcher runs the search
     * @param field one with terms
     * @return throws, from any thread, if the search is cancelled or out of time
     */
    public static Runnable check(ContextIndexSearcher searcher, String field) {
        return () -> {
            try {
                for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
                    if (openTerms(leaf.reader(), field)) {
                        return;
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static boolean openTerms(LeafReader segment, String field) throws IOException {
        Terms terms = segment.terms(field);
        return terms != null && terms.iterator() != null;
    }
}
