package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.FieldFilterLeafReader;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** To a user who may not see the shingle sets the index looks as if it stored none. */
public class StoredValuesTest extends LuceneTestCase {

    private static final String FIELD = "near";

    private final Sample sample = new Sample(
            new TextSketcher(FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 20, 5, 4)),
            "one two");

    public void testShingleSetsAreShownOrNot() throws IOException {
        read(true, reader -> {
            assertTrue(areShown(reader, FIELD));
            assertTrue(areShown(reader, "other"));
            assertFalse(
                    areShown(new FieldFilterLeafReader(reader, Set.of(FIELD), false), FIELD));
            assertTrue(
                    areShown(new FieldFilterLeafReader(reader, Set.of("other"), false), FIELD));
        });
        read(false, reader -> assertFalse(areShown(reader, FIELD)));
    }

    private static boolean areShown(LeafReader reader, String field) {
        return StoredValues.areShown(reader, field, StoredValues.shingleSetField(field));
    }

    private interface Reading {

        void read(LeafReader reader) throws IOException;
    }

    private void read(boolean exact, Reading reading) throws IOException {
        try (Directory directory = newDirectory()) {
            try (IndexWriter writer = new IndexWriter(
                    directory, new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec()))) {
                Document document = new Document();
                sample.fields(FIELD, exact).forEach(document::add);
                writer.addDocument(document);
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                reading.read(getOnlyLeafReader(reader));
            }
        }
    }
}
