package org.nearduplicate.groups;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;

/** A term is that of its documents in all segments, even if it has only one in each. */
public class BandWalkTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final BandTermFormat FORMAT = new BandTermFormat(2);
    private static final int HASHES = 50;

    public void testEqualsAMapOfAllSegments() throws IOException {
        for (int i = 0; i < 50; i++) {
            int segments = TestUtil.nextInt(random(), 1, 8);
            try (Directory directory = newDirectory()) {
                Map<Long, int[]> terms = index(directory, segments);
                try (DirectoryReader reader = DirectoryReader.open(directory)) {
                    assertEquals(segments, reader.leaves().size());
                    assertWalk(terms, reader, 0, Long.MAX_VALUE);
                    int start = random().nextInt(HASHES);
                    assertWalk(terms, reader, start, Long.MAX_VALUE);
                    assertWalk(terms, reader, start, TestUtil.nextInt(random(), start, HASHES));
                }
            }
        }
    }

    /** Returns the documents of each key. */
    private static Map<Long, int[]> index(Directory directory, int segments) throws IOException {
        Map<Long, int[]> terms = new TreeMap<>();
        IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            int number = 0;
            for (int segment = 0; segment < segments; segment++) {
                for (int count = 1 + random().nextInt(10); count > 0; count--) {
                    writer.addDocument(document(number++, terms));
                }
                writer.flush();
            }
        }
        return terms;
    }

    private static Document document(int number, Map<Long, int[]> terms) {
        Document document = new Document();
        random().longs(2, 0, HASHES).distinct().forEach(key -> {
            byte[] term = new byte[BandTermFormat.WIDTH];
            BandTermFormat.write(key, term);
            document.add(
                    new StringField(FIELD, newBytesRef(term), Store.NO));
            int[] before = terms.getOrDefault(key, new int[0]);
            int[] documents = Arrays.copyOf(before, before.length + 1);
            documents[before.length] = number;
            terms.put(key, documents);
        });
        return document;
    }

    /** A walk that is refused memory gives back what it has. */
    private static void assertNothingIsLeft(
            Participants all, WalkPosition start, WalkOptions options, long bytes)
            throws IOException {
        CountingMonitor monitor = CountingMonitor.ofBytes(bytes);
        try {
            new BandWalk(FORMAT, all, options, monitor).walk(FIELD, start);
        } catch (CountingMonitor.Stopped e) {
            assertTrue(monitor.peak() <= bytes);
        }
        assertEquals(0, monitor.reserved());
    }

    private static void assertWalk(
            Map<Long, int[]> terms, DirectoryReader reader, long startKey, long endKey)
            throws IOException {
        WalkPosition start = new WalkPosition(startKey, 0);
        Participants all = Participants.find(
                new IndexSearcher(reader), Everything.QUERY, JobMonitor.NONE);
        for (int minDocuments = 1; minDocuments <= 2; minDocuments++) {
            CountingMonitor monitor = CountingMonitor.unlimited();
            WalkOptions options = Walks.unbounded(minDocuments, endKey);
            BandBlock block = new BandWalk(FORMAT, all, options, monitor).walk(FIELD, start);
            assertEquals(new WalkPosition(endKey, 0), block.next());
            BandBlock.Cursor cursor = new BandBlock.Cursor(block, start);
            int leftOut = 0;
            for (Map.Entry<Long, int[]> term : terms.entrySet()) {
                if (term.getKey() < startKey || term.getKey() >= endKey) {
                    continue;
                }
                if (term.getValue().length < minDocuments) {
                    leftOut++;
                    continue;
                }
                assertTrue(cursor.next());
                assertEquals(term.getKey().longValue(), cursor.key());
                int[] documents = new int[cursor.count()];
                Arrays.setAll(documents, cursor::doc);
                assertArrayEquals(term.getValue(), documents);
            }
            assertFalse(cursor.next());
            assertEquals(leftOut, block.leftOut());
            assertEquals(0, monitor.reserved());
            assertNothingIsLeft(all, start, options, random().nextLong(monitor.peak() + 1));
        }
    }
}
