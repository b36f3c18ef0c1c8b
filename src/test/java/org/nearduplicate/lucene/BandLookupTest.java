package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/**
 * A lookup finds all buckets, be they small, large, or small ones that are too much together, and whether or not seeks
 * seem to wait for a disk.
 */
public class BandLookupTest extends LuceneTestCase {

    private static final String FIELD = "bucket";
    private static final int DOCUMENTS = 4 * BandLookup.FEW;
    private static final int BUCKETS_OF_A_SIZE = 3;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final List<Integer> SIZES = List.of(
            1, 2, 10, 200, BandLookup.FEW / 2, BandLookup.FEW - 1, BandLookup.FEW,
            BandLookup.FEW + 1, 2 * BandLookup.FEW);

    private static final TreeMap<String, NavigableSet<Integer>> BUCKETS = new TreeMap<>();
    private static Directory directory;
    private static DirectoryReader reader;
    private static LeafReader segment;

    @BeforeClass
    public static void index() throws IOException {
        for (int size : SIZES) {
            for (int i = 0; i < BUCKETS_OF_A_SIZE; i++) {
                BUCKETS.put(TestUtil.randomSimpleString(random(), 8, 8), randomBucket(size));
            }
        }
        directory = newDirectory();
        IndexWriterConfig config = new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int doc = 0; doc < DOCUMENTS; doc++) {
                writer.addDocument(document(doc));
            }
            writer.forceMerge(1);
        }
        reader = DirectoryReader.open(directory);
        segment = getOnlyLeafReader(reader);
    }

    @AfterClass
    public static void close() throws IOException {
        reader.close();
        directory.close();
        BUCKETS.clear();
        segment = null;
        reader = null;
        directory = null;
    }

    public void testAnyBucketsTogether() throws IOException {
        for (int i = 0; i < 200; i++) {
            TreeMap<String, NavigableSet<Integer>> asked = new TreeMap<>();
            for (int count = 1 + random().nextInt(8); count > 0; count--) {
                String term = randomFrom(random(), BUCKETS.keySet());
                asked.put(term, BUCKETS.get(term));
            }
            assertLookup(asked);
        }
    }

    public void testEachBucketAlone() throws IOException {
        for (String term : BUCKETS.keySet()) {
            assertLookup(new TreeMap<>(BUCKETS.subMap(term, true, term, true)));
        }
    }

    public void testAllBuckets() throws IOException {
        assertLookup(BUCKETS);
    }

    public void testNothingFound() throws IOException {
        assertNull(seek(FIELD, new BytesRef("")));
        assertNull(seek(FIELD));
        assertNull(seek("other", new BytesRef("a")));
    }

    private static BandLookup seek(String field, BytesRef... terms) throws IOException {
        return BandLookup.seek(segment, field, terms.length, i -> terms[i], randomClock());
    }

    /** Beside the terms there are others that are not in the index. */
    private static void assertLookup(TreeMap<String, NavigableSet<Integer>> asked)
            throws IOException {
        NavigableSet<String> terms = new TreeSet<>(asked.keySet());
        for (int missing = random().nextInt(4); missing > 0; missing--) {
            terms.add(TestUtil.randomSimpleString(random(), 9, 9));
        }
        BytesRef[] sought = terms.stream().map(BytesRef::new).toArray(BytesRef[]::new);
        BandLookup lookup = seek(FIELD, sought);
        List<Integer> docs = new ArrayList<>();
        DocIdSetIterator candidates = lookup.candidates(random().nextBoolean() ? 1 : DOCUMENTS);
        while (candidates.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            docs.add(candidates.docID());
        }
        NavigableSet<Integer> expected = new TreeSet<>();
        asked.values().forEach(expected::addAll);
        assertEquals(List.copyOf(expected), docs);
        assertEquals(
                asked.values().stream().mapToLong(NavigableSet::size).sum(), lookup.cost());
    }

    /** One on which no seek waits, each does, or some do. */
    private static LongSupplier randomClock() {
        int oneIn = randomFrom(random(), List.of(1, 3, Integer.MAX_VALUE));
        return new LongSupplier() {

            private long now = random().nextLong();

            @Override
            public long getAsLong() {
                return now += random().nextInt(oneIn) == 0 ? SECOND : 0;
            }
        };
    }

    private static NavigableSet<Integer> randomBucket(int size) {
        NavigableSet<Integer> bucket = new TreeSet<>();
        while (bucket.size() < size) {
            bucket.add(random().nextInt(DOCUMENTS));
        }
        return bucket;
    }

    private static Document document(int doc) {
        Document document = new Document();
        BUCKETS.forEach((term, bucket) -> {
            if (bucket.contains(doc)) {
                document.add(new StringField(FIELD, term, Store.NO));
            }
        });
        return document;
    }
}
