package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;

/**
 * Where the shingle sets of a field's documents come from: they are stored, or made from the texts. Safe for
 * use by several threads.
 */
@FunctionalInterface
public interface SetSource {

    /**
     * Opens the sets of one segment.
     *
     * @param dense whether documents are asked for that are near each other
     * @return its sets, for one thread
     */
    SetReader open(LeafReaderContext segment, boolean dense) throws IOException;

    /** The sets of one segment. Documents are asked for in ascending order. */
    @FunctionalInterface
    interface SetReader {

        /**
         * Returns the set of a document, laid out by {@link org.nearduplicate.sketch.ShingleSet}.
         *
         * @param doc a document of the segment with a signature
         * @return its set, valid until the next call
         * @throws RuntimeException if it has none
         */
        BytesRef read(int doc) throws IOException;
    }
}
