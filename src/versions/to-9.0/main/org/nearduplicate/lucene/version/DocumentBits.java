package org.nearduplicate.lucene.version;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;

/** Sets a bit for each document of an iterator. */
public final class DocumentBits {

    private DocumentBits() {}

    /**
     * Sets a bit for each document from the current one of the iterator up to {@code end}, not included. Bit 0 is that of
     * {@code first}.
     */
    public static void set(DocIdSetIterator documents, int end, FixedBitSet bits, int first)
            throws IOException {
        for (int doc = documents.docID(); doc < end; doc = documents.nextDoc()) {
            bits.set(doc - first);
        }
    }
}
