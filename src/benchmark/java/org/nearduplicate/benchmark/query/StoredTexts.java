package org.nearduplicate.benchmark.query;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.StoredFields;
import org.nearduplicate.lucene.DocumentSource;

/** The texts that the documents of a {@link QueryIndex} store, and how many were read. For one thread. */
final class StoredTexts implements DocumentSource<List<String>> {

    /** The stored field. */
    static final String NAME = "text";

    private int read;

    /** Returns how many texts were read so far. */
    int read() {
        return read;
    }

    @Override
    public Reader<List<String>> open(LeafReaderContext segment, boolean dense) throws IOException {
        StoredFields stored = segment.reader().storedFields();
        return new Reader<>() {
            @Override
            public List<String> read(int doc) throws IOException {
                read++;
                return List.of(stored.document(doc, Set.of(NAME)).get(NAME));
            }
        };
    }
}
