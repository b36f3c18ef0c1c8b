package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.function.IntFunction;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.junit.AfterClass;

/** Tests that read one segment, which is written once for all of them. */
public abstract class OneSegmentTestCase extends LuceneTestCase {

    static LeafReader segment;
    private static Directory directory;
    private static DirectoryReader reader;

    /** Writes the segment, of a document for each number from 0 on. */
    static void write(int documents, IntFunction<Document> document) throws IOException {
        directory = newDirectory();
        IndexWriterConfig config = new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int doc = 0; doc < documents; doc++) {
                writer.addDocument(document.apply(doc));
            }
            writer.forceMerge(1);
        }
        reader = DirectoryReader.open(directory);
        segment = getOnlyLeafReader(reader);
    }

    @AfterClass
    public static void closeSegment() throws IOException {
        reader.close();
        directory.close();
        segment = null;
        reader = null;
        directory = null;
    }
}
