package org.nearduplicate.lucene;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * The size of a bucket is that of the documents which a reader shows, however many it has besides, and of how many terms with
 * the same first rows.
 */
public class BucketSizeLimitTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String HIDDEN = "hidden";
    private static final String DELETED = "deleted";
    private static final int TERMS = 6;
    private static final int ROWS = 2;
    private static final int BITS_AFTER = 21;
    private static final int MOST_TERMS = 100;

    public void testCountsWhatTheReaderShows() throws IOException {
        for (int i = 0; i < atLeast(30); i++) {
            Map<Integer, Integer> sizes = new HashMap<>();
            double hide = random().nextBoolean() ? 0 : random().nextDouble();
            double delete = random().nextBoolean() ? 0 : random().nextDouble();
            try (Directory directory = newDirectory();
                    HidingReader reader = index(
                            directory, random().nextInt(300), hide, delete, sizes)) {
                for (int term = 0; term <= TERMS; term++) {
                    assertSize(reader, term, sizes.getOrDefault(term, 0));
                }
            }
        }
    }

    public void testStatisticsDecideWhereTheyCan() throws IOException {
        Map<Integer, Integer> sizes = new HashMap<>();
        try (Directory directory = newDirectory();
                HidingReader reader = index(directory, 500, 0, 0, sizes)) {
            sizes.forEach((term, size) -> {
                assertTrue(allows(reader, term, size));
                assertFalse(allows(reader, term, size - 1));
            });
            assertEquals("nothing is deleted or hidden", 0, reader.postingsRead());
        }
        sizes.clear();
        try (Directory directory = newDirectory();
                HidingReader reader = index(directory, 1000, 0.01, 0.01, sizes)) {
            int size = sizes.get(0);
            // None of 1,000 is deleted or hidden in 2 of 10⁹ runs.
            assertTrue(reader.hasDeletions());
            assertFalse(allows(reader, 0, size / 2));
            assertTrue(allows(reader, 0, size + reader.numDeletedDocs()));
            assertEquals("few are", 0, reader.postingsRead());
            assertFalse(allows(reader, 0, size - 1));
            assertTrue(allows(reader, 0, size));
        }
    }

    /** A text has more sampled shingles than are counted together. */
    public void testManyTerms() throws IOException {
        int count = 10_000;
        BitSet large = new BitSet();
        try (Directory directory = newDirectory()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
                for (int term = 0; term < count; term++) {
                    boolean twice = random().nextInt(100) == 0;
                    large.set(term, twice);
                    for (int i = 0; i < (twice ? 2 : 1); i++) {
                        writer.addDocument(document(term, false, false));
                    }
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                TermKeys terms = TermKeys.whole(LongStream.range(0, count).toArray());
                assertEquals(
                        large, new BucketSizeLimit(reader, 1, () -> {}).tooLarge(FIELD, terms));
            }
        }
    }

    private static void assertSize(HidingReader reader, int term, int size) {
        for (int max : new int[] {
                -1, 0, size - 1, size, size + 1, random().nextInt(400), Integer.MAX_VALUE}) {
            assertEquals(size + " ≤ " + max, size <= max, allows(reader, term, max));
        }
    }

    private static boolean allows(HidingReader reader, int term, int max) {
        try {
            return new BucketSizeLimit(reader, max, () -> {})
                    .tooLarge(FIELD, TermKeys.ofRows(new long[] {anyKey(term)}, ROWS))
                    .isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Indexes documents of one term each, the lower ones more often, in several segments. */
    private static HidingReader index(
            Directory directory,
            int documents,
            double hide,
            double delete,
            Map<Integer, Integer> sizes)
            throws IOException {
        IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int i = 0; i < documents; i++) {
                int term = random().nextInt(RandomNumbers.randomIntBetween(random(), 1, TERMS));
                boolean hidden = random().nextDouble() < hide;
                boolean deleted = random().nextDouble() < delete;
                writer.addDocument(document(anyKey(term), hidden, deleted));
                if (hidden == false && deleted == false) {
                    sizes.merge(term, 1, Integer::sum);
                }
                if (random().nextInt(100) == 0) {
                    writer.flush();
                }
            }
            writer.flush();
            writer.deleteDocuments(new Term(DELETED, DELETED));
        }
        return new HidingReader(DirectoryReader.open(directory), HIDDEN);
    }

    /** Returns the key of any term of a bucket, of which there may be many. */
    private static long anyKey(int bucket) {
        return (long) bucket << BITS_AFTER | random().nextInt(MOST_TERMS);
    }

    private static Document document(long key, boolean hidden, boolean deleted) {
        Document document = new Document();
        document.add(new StringField(FIELD, TermKeys.whole(new long[] {key}).first(0), Store.NO));
        if (hidden) {
            document.add(new NumericDocValuesField(HIDDEN, 1));
        }
        if (deleted) {
            document.add(new StringField(DELETED, DELETED, Store.NO));
        }
        return document;
    }
}
