package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;

/**
 * Reads what belongs to a field's documents, wherever it is kept: the texts that they were indexed from, or their shingle sets,
 * laid out by {@link org.nearduplicate.sketch.sets.StoredShingles}, which are stored or made from the texts. Safe for use by several threads.
 *
 * @param <T> what belongs to one document
 */
@FunctionalInterface
public interface DocumentSource<T> {

    /**
     * Opens a segment.
     *
     * @param dense whether documents near each other will be read, so that what is compressed together
     *     is better decompressed whole, and once
     * @return what belongs to its documents, for one thread
     */
    Reader<T> open(LeafReaderContext segment, boolean dense) throws IOException;

    /**
     * What belongs to the documents of one segment. Documents are read in ascending order, and the last one may be read
     * again.
     */
    @FunctionalInterface
    interface Reader<T> {

        /**
         * Returns the values of the field in a document, none if there are none; or the set of one with a signature.
         *
         * @return valid until the next call
         * @throws RuntimeException if there is no set
         */
        T read(int doc) throws IOException;

        /** Returns how a user knows a document, for an error. */
        default String name(int doc) {
            return Integer.toString(doc);
        }
    }
}
