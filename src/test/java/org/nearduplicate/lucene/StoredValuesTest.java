package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.FieldFilterLeafReader;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureFormat;
/** What a segment stores of a document is what was indexed of it; what is missing is an error. */
public class StoredValuesTest extends LuceneTestCase {

    private static final String FIELD = "near";

    private final TextSketcher sketcher = new TextSketcher(
            FIELD, new WhitespaceAnalyzer(), Schemes.words(1, 20, 5, 4));
    private final SignatureFormat format = sketcher.scheme().signatureFormat();
    private final Sample[] samples = {
            new Sample(sketcher, "one two"), new Sample(sketcher, ""),
            new Sample(sketcher, "three"),
            new Sample(sketcher, "one two"), new Sample(sketcher, "four five six")};

    public void testValuesAreThoseOfTheDocuments() throws IOException {
        read(true, reader -> {
            StoredValues signatures = StoredValues.signatures(reader, FIELD, format);
            StoredValues sets = StoredValues.shingleSets(reader, FIELD);
            for (int doc : new int[] {0, 2, 2, 4}) {
                assertEquals(
                        new BytesRef(Signature.encode(samples[doc].sketch())),
                        signatures.value(doc));
                assertEquals(samples[doc].sketch().shingleCount(), signatures.shingleCount());
                assertEquals(
                        samples[doc].fields(FIELD, true).getLast().binaryValue(),
                        sets.value(doc));
                assertEquals(samples[doc].sketch().shingleCount(), sets.shingleCount());
            }
        });
    }

    public void testADocumentWithoutAValue() throws IOException {
        read(true, reader -> {
            assertMissing(1, FIELD, StoredValues.signatures(reader, FIELD, format));
            assertMissing(1, "near._shingles", StoredValues.shingleSets(reader, FIELD));
        });
    }

    public void testASegmentWithoutTheField() throws IOException {
        read(false, reader -> {
            StoredValues.signatures(reader, FIELD, format).value(0);
            assertMissing(0, "near._shingles", StoredValues.shingleSets(reader, FIELD));
            assertMissing(0, "other", StoredValues.signatures(reader, "other", format));
        });
    }

    /** Whoever may not see the shingle sets finds the index as one that stores none. */
    public void testShingleSetsAreShownOrNot() throws IOException {
        read(true, reader -> {
            assertTrue(StoredValues.showShingleSets(reader, FIELD));
            assertTrue(StoredValues.showShingleSets(reader, "other"));
            assertFalse(
                    StoredValues.showShingleSets(
                            new FieldFilterLeafReader(reader, Set.of(FIELD), false), FIELD));
            assertTrue(
                    StoredValues.showShingleSets(
                            new FieldFilterLeafReader(reader, Set.of("other"), false), FIELD));
        });
        read(false, reader -> assertFalse(StoredValues.showShingleSets(reader, FIELD)));
    }

    public void testShingleSetsAreBesideTheField() {
        assertEquals("body.near._shingles", StoredValues.shingleSetField("body.near"));
    }

    private interface Reading {

        void read(LeafReader reader) throws IOException;
    }

    private static void assertMissing(int doc, String values, StoredValues stored) {
        IllegalStateException e = expectThrows(
                IllegalStateException.class, () -> stored.value(doc));
        assertEquals(
                "document [" + doc + "] has terms of its [minhash] field but no value in ["
                        + values + "]: possible corruption, or field-level security that hides ["
                        + values + "]",
                e.getMessage());
    }

    private void read(boolean exact, Reading reading) throws IOException {
        try (Directory directory = newDirectory()) {
            try (IndexWriter writer = new IndexWriter(
                    directory, new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec()))) {
                for (Sample sample : samples) {
                    Document document = new Document();
                    for (Field field : sample.fields(FIELD, exact)) {
                        document.add(field);
                    }
                    writer.addDocument(document);
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                reading.read(getOnlyLeafReader(reader));
            }
        }
    }
}
