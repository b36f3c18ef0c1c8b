package org.nearduplicate.lucene;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** Segments of documents without fields, whose sets a test makes up. */
final class EmptySegments implements Closeable {

    private final Directory directory = LuceneTestCase.newDirectory();
    private final DirectoryReader reader;

    EmptySegments(int segments, int documents) throws IOException {
        try (IndexWriter writer = new IndexWriter(
                directory,
                LuceneTestCase.newIndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE))) {
            for (int segment = 0; segment < segments; segment++) {
                List<Document> block = new ArrayList<>();
                for (int doc = 0; doc < documents; doc++) {
                    block.add(new Document());
                }
                writer.addDocuments(block);
                writer.flush();
            }
            reader = DirectoryReader.open(writer);
        }
    }

    DirectoryReader reader() {
        return reader;
    }

    /** Returns a set of some bytes, another one for each document. */
    static BytesRef set(int segment, int doc, int length) {
        byte[] bytes = new byte[length];
        bytes[0] = (byte) segment;
        bytes[1] = (byte) doc;
        return new BytesRef(bytes);
    }

    @Override
    public void close() throws IOException {
        IOUtils.close(reader, directory);
    }
}
