package org.nearduplicate.groups.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.CountingMonitor.Stopped;
import org.nearduplicate.job.JobMonitor;

/** What is found in the terms is what is stored. */
public class DocumentTermsTest extends LuceneTestCase {

    private static final String ID = "id";

    /** Documents are replaced now and then, so that one term is that of several. */
    public void testEqualsWhatIsStored() throws IOException {
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            for (int count = 1 + random().nextInt(300); count > 0; count--) {
                String id = Integer.toString(random().nextInt(200));
                writer.updateDocument(new Term(ID, id), document(id));
            }
            try (var reader = writer.getReader()) {
                for (LeafReaderContext segment : reader.leaves()) {
                    assertEqualsStored(segment, someLive(segment));
                }
            }
        }
    }

    public void testOfOneSegment() throws IOException {
        int documents = 5_000;
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            for (int i = 0; i < documents; i++) {
                writer.addDocument(document(Integer.toString(i)));
            }
            writer.forceMerge(1);
            try (var reader = writer.getReader()) {
                LeafReader segment = reader.leaves().getFirst().reader();
                assertTrue(DocumentTerms.areWorthAScan(documents, segment));
                assertFalse(DocumentTerms.areWorthAScan(1, segment));
                CountingMonitor stopping = CountingMonitor.ofChecks(0);
                DocumentTerms.forEach(
                        segment, "missing", new int[] {0, 1},
                        (term, place) -> fail("no document has a term"), stopping);
                assertEquals("of no field", 0, stopping.peak());
                expectThrows(
                        Stopped.class,
                        () -> DocumentTerms.forEach(
                                segment, ID, new int[] {0}, (term, place) -> {}, stopping));
                assertEquals(0, stopping.reserved());
                assertTrue(stopping.peak() > 0);
            }
        }
    }

    private static void assertEqualsStored(LeafReaderContext segment, int[] documents)
            throws IOException {
        Map<Integer, String> found = new HashMap<>();
        DocumentTerms.forEach(
                segment.reader(), ID, documents,
                (term, place) -> assertNull(found.put(place, term.utf8ToString())),
                JobMonitor.NONE);
        assertEquals(documents.length, found.size());
        for (int i = 0; i < documents.length; i++) {
            assertEquals(
                    segment.reader().storedFields().document(documents[i]).get(ID), found.get(i));
        }
    }

    private static int[] someLive(LeafReaderContext segment) {
        Bits live = segment.reader().getLiveDocs();
        int[] documents = new int[segment.reader().maxDoc()];
        int count = 0;
        for (int document = 0; document < documents.length; document++) {
            if ((live == null || live.get(document)) && random().nextInt(3) > 0) {
                documents[count++] = document;
            }
        }
        return Arrays.copyOf(documents, count);
    }

    private static Document document(String id) {
        Document document = new Document();
        document.add(new StringField(ID, id, Field.Store.YES));
        return document;
    }
}
