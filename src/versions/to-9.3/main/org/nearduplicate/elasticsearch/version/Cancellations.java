package org.nearduplicate.elasticsearch.version;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.elasticsearch.search.internal.ContextIndexSearcher;

/**
 * Checks whether a search is cancelled. Elasticsearch checks it whenever terms are opened, and has no other way to call
 * the check.
 */
public final class Cancellations {

    private Cancellations() {}

    /** Returns a check that throws, from any thread, if the search is cancelled or out of time. The field has terms. */
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
