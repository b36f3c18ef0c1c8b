package org.nearduplicate.groups.shard;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
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
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.LocalShard;
import org.nearduplicate.groups.StubShard;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.VisitCounts;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.Scheme;

/**
 * A bucket is that of its terms in all segments, even if each has only one document: whatever takes part, and wherever a
 * walk begins and ends.
 */
public class BandScanTest extends LuceneTestCase {

    private static final String FIELD = LocalShard.FIELD;
    private static final String ID = "id";
    private static final int BANDS = 2;
    private static final Scheme SCHEME = Schemes.words(1, 16, BANDS, 6);
    private static final BandTermFormat FORMAT = SCHEME.bandTermFormat();
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
                // The second key differs in the row after some, and so does the third from that.
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
                                .scan(FIELD, ScanPosition.START);
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
            new BandScan(FORMAT, all, options, monitor).scan(FIELD, start);
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
            BandBlock block = new BandScan(FORMAT, all, options, monitor).scan(FIELD, start);
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
                .scan(FIELD, start);
        assertTerms(expected, block, start);
    }

    /** Which terms of other documents are left out is not counted. */
    private static void assertSelected(
            SortedMap<Long, int[]> terms, Participants some, int rows) throws IOException {
        BandBlock block = new BandScan(
                FORMAT, some, Walks.unbounded(2, rows, END.key()), JobMonitor.NONE)
                .scan(FIELD, ScanPosition.START);
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

    /**
     * However few documents match and whatever buckets there are, an answer takes no more than it may. One document in a
     * hundred matches; some buckets are large.
     */
    public void testEveryAnswerIsBoundedWork() throws IOException {
        for (int i = 0; i < 10; i++) {
            int documents = TestUtil.nextInt(random(), 500, 2000);
            try (Directory directory = newDirectory()) {
                int segments = indexMany(directory, documents);
                for (Query query : List.of(
                        Everything.QUERY,
                        new TermQuery(new Term(LocalShard.TAG, "few")))) {
                    assertBounded(directory, query, segments, documents);
                }
            }
        }
    }

    /** What is asked of a shard depends on it alone, and a small one is asked once. */
    public void testASmallShardAnswersAtOnce() {
        for (int shards : new int[] {1, 2, 5, 300, 10_000}) {
            ScanOptions options = ScanOptions.of(shards, 5, 7);
            assertEquals(5, options.rows());
            assertEquals(shards == 1 ? 2 : 1, options.minDocuments());
            assertTrue(options.maxBytes() >= 1000 * 16 * 7);
            assertTrue(
                    (long) options.maxBytes() * shards <= Math.max(8 << 20, shards * (128L << 10)));
            assertTrue(options.maxVisits() <= 1 << 18);
        }
    }

    private static void assertBounded(
            Directory directory, Query query, int segments, int documents) throws IOException {
        VisitCounts visits = new VisitCounts();
        try (DirectoryReader reader = visits.count(DirectoryReader.open(directory))) {
            LocalShard shard = new LocalShard(
                    "all", reader, query, SCHEME);
            SortedMap<Long, int[]> terms = Walks.of(shard, Walks.unbounded(1)).terms();
            for (int minDocuments = 1; minDocuments <= 2; minDocuments++) {
                int rows = TestUtil.nextInt(random(), BandRows.FEWEST, BandRows.MOST);
                Map<Long, int[]> expected = Keys.ofBuckets(terms, rows, minDocuments);
                visits.terms();
                visits.documents();
                ScanOptions options = new ScanOptions(
                        minDocuments,
                        rows,
                        TestUtil.nextInt(random(), 1, 500),
                        TestUtil.nextInt(random(), 1, 500),
                        FORMAT.keys());
                List<Long> work = new ArrayList<>();
                Walks walks = Walks.of(counted(shard, visits, work), options);
                for (long each : work) {
                    // A term ends with one more call, in each segment.
                    assertTrue(
                            each + " of " + options,
                            each <= 2L * options.maxVisits() + 2 * segments);
                }
                for (BandBlock block : walks.blocks()) {
                    assertTrue(
                            block.bytes().length < options.maxBytes() + BandBlock.MOST_BYTES);
                }
                long bytes = walks.blocks().stream().mapToLong(b -> b.bytes().length).sum();
                long most = 2
                        + 2L * documents * FORMAT.bands() / options.maxVisits()
                        + bytes / options.maxBytes();
                assertTrue(
                        walks.blocks().size() + " answers of " + options + ", " + bytes + " bytes",
                        walks.blocks().size() <= most);
                assertEquals(terms.size(), walks.leftOut() + walks.terms().size());
                Map<Long, int[]> found = Keys.ofBuckets(walks.terms(), rows, minDocuments);
                assertEquals(expected.keySet(), found.keySet());
                expected.forEach(
                        (key, docs) -> assertArrayEquals(docs, found.get(key)));
            }
        }
    }

    /** A shard whose answers are measured. */
    private static Shard counted(Shard shard, VisitCounts visits, List<Long> work) {
        return new StubShard("counted") {

            @Override
            public CompletableFuture<BandBlock> scan(
                    ScanPosition start, ScanOptions options) {
                CompletableFuture<BandBlock> answer = shard.scan(start, options);
                work.add(visits.terms() + visits.documents());
                return answer;
            }
        };
    }

    private static int indexMany(Directory directory, int documents) throws IOException {
        int segments = 1;
        List<List<Long>> keys = new ArrayList<>();
        for (int band = 0; band < BANDS; band++) {
            keys.add(new ArrayList<>(List.of((long) band << 42)));
        }
        try (IndexWriter writer = writer(directory)) {
            for (int i = 0; i < documents; i++) {
                for (int band = 0; band < BANDS; band++) {
                    keys.get(band).add(key(band, keys.get(band)));
                }
                Document document = document(keys.stream().mapToLong(List::getLast).toArray());
                document.add(
                        new StringField(
                                LocalShard.TAG, random().nextInt(100) == 0 ? "few" : "many",
                                Store.NO));
                writer.addDocument(document);
                if (random().nextInt(400) == 0) {
                    writer.flush();
                    segments++;
                }
            }
        }
        return segments;
    }

    /** Returns any key, or the first one, or one that has the first rows of another. */
    private static long key(int band, List<Long> others) {
        return switch (random().nextInt(5)) {
            case 0 -> others.getFirst();
            case 1 -> randomFrom(random(), others) ^ random().nextInt(1 << 6);
            default -> (long) band << 42 | random().nextLong() >>> 22;
        };
    }
}
