package org.nearduplicate.lucene.version;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;

/** Sets a bit for each document of an iterator. */
public final class DocumentBits {

    private DocumentBits() {}

    /**
     * Sets bits, from the document at which the iterator is, and advances it.
     *
     * @param documents at a document
     * @param end the document before which it ends
     * @param bits are set
     * @param first the document of the first bit
     * @throws IOException if the index cannot be read
     */
    public static void set(DocIdSetIterator documents, int end, FixedBitSet bits, int first)
            throws IOException {
        documents.intoBitSet(end, bits, first);
    }
}
