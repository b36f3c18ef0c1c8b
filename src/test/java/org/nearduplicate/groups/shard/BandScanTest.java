package org.nearduplicate.groups.shard;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;

/**
 * A bucket is that of its terms in all segments, even if each has only one document: whatever takes part, and wherever a
 * walk begins and ends.
 */
public class BandScanTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String ID = "id";
    private static final int BANDS = 2;
    private static final BandTermFormat FORMAT = new BandTermFormat(BANDS);
    private static final ScanPosition END = new ScanPosition(FORMAT.keys(), 0);

    public void testEqualsAMapOfAllSegments() throws IOException {
        for (int i = 0; i < 50; i++) {
            int segments = TestUtil.nextInt(random(), 1, 8);
            try (Directory directory = newDirectory()) {
                index(directory, segments);
                try (DirectoryReader reader = DirectoryReader.open(directory)) {
                    assertEquals(segments, reader.leaves().size());
                    int rows = TestUtil.nextInt(random(), BandRows.FEWEST, BandRows.MOST);
                    Participants all = find(reader);
                    SortedMap<Long, int[]> terms = terms(reader, all);
                    assertWalk(terms, all, rows, ScanPosition.START, FORMAT.keys());
                    ScanPosition start = startOfBucket(random().nextInt(BANDS), rows);
                    long end = startOfBucket(BANDS, rows).key();
                    assertWalk(terms, all, rows, start, end);
                    if (terms.isEmpty() == false) {
                        long key = randomFrom(random(), List.copyOf(terms.keySet()));
                        assertPart(terms, all, rows, new ScanPosition(key, random().nextInt(3)));
                    }
                    Participants some = some(all);
                    assertSelected(terms(reader, some), some, rows);
                }
            }
        }
    }

    /** A term that was passed has to be gone back to, and is gone back to only then. */
    public void testALoneTermIsReadIfItsNeighbourHasItsRows() throws IOException {
        for (int rows = BandRows.FEWEST; rows <= BandRows.MOST; rows++) {
            for (int other = 0; other <= BandRows.MOST; other++) {
                // The second key differs in the row behind some, and so does the third from that.
                long[] keys = new long[3];
                for (int i = 0; i < keys.length; i++) {
                    keys[i] = Keys.first(i, other);
                }
                try (Directory directory = newDirectory()) {
                    try (IndexWriter writer = writer(directory)) {
                        for (long key : keys) {
                            writer.addDocument(document(key));
                            writer.flush();
                        }
                    }
                    try (DirectoryReader reader = DirectoryReader.open(directory)) {
                        BandBlock block = new BandScan(
                                new BandTermFormat(512), find(reader),
                                Walks.unbounded(2, rows, Long.MAX_VALUE), JobMonitor.NONE)
                                .walk(FIELD, ScanPosition.START);
                        assertEquals(other > rows ? 0 : 3, block.leftOut());
                        BandBlock.Cursor cursor =
                                new BandBlock.Cursor(block, ScanPosition.START);
                        for (int i = 0; i < keys.length && other > rows; i++) {
                            assertTrue(cursor.next());
                            assertEquals(keys[i], cursor.key());
                            assertEquals(1, cursor.count());
                            assertEquals(i, cursor.doc(0));
                        }
                        assertFalse(cursor.next());
                    }
                }
            }
        }
    }

    private static ScanPosition startOfBucket(int band, int rows) {
        long bucket = Keys.bucket(Keys.random(random(), band), rows);
        return new ScanPosition(Math.min(Keys.first(bucket, rows), FORMAT.keys()), 0);
    }

    private static Participants find(DirectoryReader reader) throws IOException {
        return Participants.find(new IndexSearcher(reader), Everything.QUERY, JobMonitor.NONE);
    }

    private static Participants some(Participants all) throws IOException {
        int[] docs = IntStream.range(0, all.reader().maxDoc())
                .filter(doc -> all.contains(doc) && random().nextBoolean())
                .toArray();
        return all.only(docs, JobMonitor.NONE);
    }

    /** Indexes documents of a term or none in each band, some of which are deleted again. */
    private static void index(Directory directory, int segments) throws IOException {
        boolean deletes = random().nextBoolean();
        try (IndexWriter writer = writer(directory)) {
            for (int segment = 0; segment < segments; segment++) {
                for (int count = 1 + random().nextInt(10); count > 0; count--) {
                    Document document = document(
                            IntStream.range(0, BANDS)
                                    .filter(band -> random().nextInt(5) > 0)
                                    .mapToLong(band -> Keys.random(random(), band))
                                    .toArray());
                    document.add(new StringField(ID, "" + random().nextInt(10), Store.NO));
                    writer.addDocument(document);
                }
                // One that stays, so that the segment does.
                writer.addDocument(new Document());
                writer.flush();
            }
            if (deletes) {
                writer.deleteDocuments(new Term(ID, "3"), new Term(ID, "7"));
            }
        }
    }

    private static IndexWriter writer(Directory directory) throws IOException {
        return new IndexWriter(
                directory, new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE));
    }

    private static Document document(long... keys) {
        Document document = new Document();
        for (long key : keys) {
            byte[] term = new byte[BandTermFormat.WIDTH];
            BandTermFormat.write(key, term);
            document.add(new StringField(FIELD, newBytesRef(term), Store.NO));
        }
        return document;
    }

    /** Returns the participating documents of each key, by a walk of whole terms that leaves none out. */
    private static SortedMap<Long, int[]> terms(DirectoryReader reader, Participants participants)
            throws IOException {
        SortedMap<Long, int[]> terms = new TreeMap<>();
        for (var segment : reader.leaves()) {
            var indexed = segment.reader().terms(FIELD);
            if (indexed == null) {
                continue;
            }
            var all = indexed.iterator();
            while (all.next() != null) {
                long key = FORMAT.key(all.term().bytes, all.term().offset, all.term().length);
                var postings = all.postings(null);
                while (postings.nextDoc() != Integer.MAX_VALUE) {
                    int doc = segment.docBase + postings.docID();
                    if (participants.contains(doc)) {
                        int[] before = terms.getOrDefault(key, new int[0]);
                        int[] docs = Arrays.copyOf(before, before.length + 1);
                        docs[before.length] = doc;
                        terms.put(key, docs);
                    }
                }
            }
        }
        return terms;
    }

    /** A walk that is refused memory gives back what it has. */
    private static void assertNothingIsLeft(
            Participants all, ScanPosition start, ScanOptions options, long bytes)
            throws IOException {
        CountingMonitor monitor = CountingMonitor.ofBytes(bytes);
        try {
            new BandScan(FORMAT, all, options, monitor).walk(FIELD, start);
        } catch (CountingMonitor.Stopped e) {
            assertTrue(monitor.peak() <= bytes);
        }
        assertEquals(0, monitor.reserved());
    }

    private static void assertWalk(
            SortedMap<Long, int[]> terms, Participants all, int rows, ScanPosition start,
            long endKey)
            throws IOException {
        SortedMap<Long, int[]> walked = terms.subMap(start.key(), Math.max(start.key(), endKey));
        for (int minDocuments = 1; minDocuments <= 2; minDocuments++) {
            CountingMonitor monitor = CountingMonitor.unlimited();
            ScanOptions options = Walks.unbounded(minDocuments, rows, endKey);
            BandBlock block = new BandScan(FORMAT, all, options, monitor).walk(FIELD, start);
            assertEquals(new ScanPosition(endKey, 0), block.next());
            Map<Long, int[]> expected = Keys.ofBuckets(walked, rows, minDocuments);
            assertTerms(expected, block, start);
            assertEquals(walked.size() - expected.size(), block.leftOut());
            assertEquals(0, monitor.reserved());
            assertNothingIsLeft(all, start, options, random().nextLong(monitor.peak() + 1));
        }
    }

    /** What is left of the bucket in which the walk begins is there, however few that are. */
    private static void assertPart(
            SortedMap<Long, int[]> terms, Participants all, int rows, ScanPosition start)
            throws IOException {
        SortedMap<Long, int[]> walked = new TreeMap<>(terms.tailMap(start.key()));
        walked.computeIfPresent(
                start.key(),
                (key, docs) -> IntStream.of(docs).filter(doc -> doc >= start.doc()).toArray());
        walked.values().removeIf(docs -> docs.length == 0);
        Map<Long, int[]> expected = Keys.ofBuckets(walked, rows, 2);
        long bucket = Keys.bucket(start.key(), rows);
        boolean isPart = start.doc() > 0 || start.key() > Keys.first(bucket, rows);
        walked.forEach((key, docs) -> {
            if (isPart && Keys.bucket(key, rows) == bucket) {
                expected.put(key, docs);
            }
        });
        BandBlock block = new BandScan(
                FORMAT, all, Walks.unbounded(2, rows, END.key()), JobMonitor.NONE)
                .walk(FIELD, start);
        assertTerms(expected, block, start);
    }

    /** Which terms of other documents are left out is not told. */
    private static void assertSelected(
            SortedMap<Long, int[]> terms, Participants some, int rows) throws IOException {
        BandBlock block = new BandScan(
                FORMAT, some, Walks.unbounded(2, rows, END.key()), JobMonitor.NONE)
                .walk(FIELD, ScanPosition.START);
        assertTerms(Keys.ofBuckets(terms, rows, 2), block, ScanPosition.START);
    }

    private static void assertTerms(
            Map<Long, int[]> expected, BandBlock block, ScanPosition start) {
        BandBlock.Cursor cursor = new BandBlock.Cursor(block, start);
        expected.forEach((key, docs) -> {
            assertTrue(cursor.next());
            assertEquals(key.longValue(), cursor.key());
            int[] found = new int[cursor.count()];
            Arrays.setAll(found, cursor::doc);
            assertArrayEquals(docs, found);
        });
        assertFalse(cursor.next());
    }
}
