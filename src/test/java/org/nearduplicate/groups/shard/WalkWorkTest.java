package org.nearduplicate.groups.shard;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.LocalShard;
import org.nearduplicate.groups.StubShard;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.VisitCounts;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.Scheme;

/** However few documents match and whatever buckets there are, an answer takes no more than it may. */
public class WalkWorkTest extends LuceneTestCase {

    private static final Scheme SCHEME = Schemes.words(1, 24, 4, 6);
    private static final BandTermFormat FORMAT = SCHEME.bandTermFormat();

    /** One document in a hundred matches; some buckets are large. */
    public void testEveryAnswerIsBoundedWork() throws IOException {
        for (int i = 0; i < 10; i++) {
            int documents = TestUtil.nextInt(random(), 500, 2000);
            try (Directory directory = newDirectory()) {
                int segments = index(directory, documents);
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

    /** A shard that tells what each of its answers took. */
    private static Shard counted(Shard shard, VisitCounts visits, List<Long> work) {
        return new StubShard("counted") {

            @Override
            public CompletableFuture<BandBlock> walk(
                    ScanPosition start, ScanOptions options) {
                CompletableFuture<BandBlock> answer = shard.walk(start, options);
                work.add(visits.terms() + visits.documents());
                return answer;
            }
        };
    }

    private static int index(Directory directory, int documents) throws IOException {
        IndexWriterConfig config = new IndexWriterConfig()
                .setCodec(TestUtil.getDefaultCodec())
                .setMergePolicy(NoMergePolicy.INSTANCE);
        int segments = 1;
        List<List<Long>> keys = new ArrayList<>();
        for (int band = 0; band < FORMAT.bands(); band++) {
            keys.add(new ArrayList<>(List.of((long) band << 42)));
        }
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int i = 0; i < documents; i++) {
                Document document = new Document();
                document.add(
                        new StringField(
                                LocalShard.TAG, random().nextInt(100) == 0 ? "few" : "many",
                                Store.NO));
                for (int band = 0; band < FORMAT.bands(); band++) {
                    byte[] term = new byte[BandTermFormat.WIDTH];
                    long key = key(band, keys.get(band));
                    keys.get(band).add(key);
                    BandTermFormat.write(key, term);
                    document.add(
                            new StringField(LocalShard.FIELD, newBytesRef(term), Store.NO));
                }
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
