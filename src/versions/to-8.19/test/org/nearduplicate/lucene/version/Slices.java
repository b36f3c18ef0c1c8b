package org.nearduplicate.lucene.version;

import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.IndexSearcher.LeafSlice;

/** Slices an index for several threads. */
public final class Slices {

    private Slices() {}

    /** Returns how many slices an index can have: one a segment. */
    public static int most(IndexReader reader) {
        return reader.leaves().size();
    }

    /** Returns slices of a few documents, or of one segment. */
    public static LeafSlice[] small(List<LeafReaderContext> leaves) {
        return IndexSearcher.slices(leaves, 20, 1);
    }
}
