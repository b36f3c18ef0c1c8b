package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;

/**
 * Gives back the texts that documents were indexed from, wherever they are kept. Shared by the threads of a
 * search, each of which reads segments of its own.
 */
@FunctionalInterface
public interface TextSource {

    /**
     * Opens the texts of one segment.
     *
     * @param dense whether documents are asked for that are near each other, so that what is compressed together
     *     is better decompressed whole, and once
     * @return its texts, for one thread
     */
    Texts open(LeafReaderContext segment, boolean dense) throws IOException;

    /** The texts of one segment. Documents are asked for in ascending order, but for one asked again. */
    interface Texts {

        /** Returns the values of the field in a document; none if there are none. */
        List<String> read(int doc) throws IOException;

        /** Returns how a user knows a document, for an error. */
        String name(int doc);
    }
}
