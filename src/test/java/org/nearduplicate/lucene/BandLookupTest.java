package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.search.DocIdSetIterator;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/**
 * A lookup finds all buckets, be they small, large, or small ones that are too much together, of one term or of many, and
 * whether or not seeks seem to wait for a disk.
 */
public class BandLookupTest extends OneSegmentTestCase {

    private static final String FIELD = "bucket";
    private static final int DOCUMENTS = 4 * BandLookup.FEW;
    private static final int BUCKETS_OF_A_SIZE = 3;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final List<Integer> SIZES = List.of(
            1, 2, 10, 200, BandLookup.FEW / 2, BandLookup.FEW - 1, BandLookup.FEW,
            BandLookup.FEW + 1, 2 * BandLookup.FEW);

    /** Buckets of all documents, of so many terms that most are large, and of more together than are kept open. */
    private static final int WHOLE_BUCKETS = 13;
    private static final int TERMS_OF_WHOLE_BUCKETS = 26;

    private static final int ROWS = 2;
    private static final int BITS_AFTER = 21;

    /** By the least key of their terms, which have two rows in common. */
    private static final TreeMap<Long, NavigableSet<Integer>> BUCKETS = new TreeMap<>();
    private static final Map<Long, Integer> TERMS = new HashMap<>();

    @BeforeClass
    public static void index() throws IOException {
        for (int size : SIZES) {
            for (int i = 0; i < BUCKETS_OF_A_SIZE; i++) {
                add(randomBucket(size), randomFrom(random(), List.of(1, 1, 3, 1000)));
            }
        }
        for (int i = 0; i < WHOLE_BUCKETS; i++) {
            add(randomBucket(DOCUMENTS), TERMS_OF_WHOLE_BUCKETS);
        }
        write(DOCUMENTS, BandLookupTest::document);
    }

    @AfterClass
    public static void clear() {
        BUCKETS.clear();
        TERMS.clear();
    }

    public void testAnyBucketsTogether() throws IOException {
        for (int i = 0; i < 200; i++) {
            TreeMap<Long, NavigableSet<Integer>> sought = new TreeMap<>();
            for (int count = 1 + random().nextInt(8); count > 0; count--) {
                Long key = randomFrom(random(), BUCKETS.keySet());
                sought.put(key, BUCKETS.get(key));
            }
            assertLookup(sought);
        }
    }

    public void testEachBucketAlone() throws IOException {
        for (Long key : BUCKETS.keySet()) {
            assertLookup(new TreeMap<>(BUCKETS.subMap(key, true, key, true)));
        }
    }

    public void testAllBuckets() throws IOException {
        assertLookup(BUCKETS);
    }

    public void testNothingFound() throws IOException {
        assertNull(seek(FIELD, BUCKETS.firstKey() - 1));
        assertNull(seek(FIELD, BUCKETS.lastKey() + (1L << BITS_AFTER)));
        assertNull(seek(FIELD));
        assertNull(seek("other", BUCKETS.firstKey()));
    }

    /** The search can be cancelled while the many small terms of a prefix are visited. */
    public void testCancelled() {
        CancellationException stop = new CancellationException();
        for (Long key : BUCKETS.keySet()) {
            assertSame(
                    stop,
                    expectThrows(
                            CancellationException.class,
                            () -> BandLookup.seek(
                                    segment, FIELD, TermKeys.ofRows(new long[] {key}, ROWS),
                                    () -> {
                                        throw stop;
                                    }, System::nanoTime)));
        }
    }

    /** However many there are under one prefix, and of those that there are not. */
    public void testChecksAgainAndAgain() throws IOException {
        AtomicInteger checks = new AtomicInteger();
        long[] all = BUCKETS.keySet().stream().mapToLong(Long::longValue).toArray();
        BandLookup.seek(segment, FIELD, TermKeys.ofRows(all, ROWS), checks::incrementAndGet,
                System::nanoTime);
        int terms = WHOLE_BUCKETS * TERMS_OF_WHOLE_BUCKETS;
        assertTrue(checks + " times", checks.get() >= terms / 128);
        long[] missing = LongStream.range(0, 1_000).map(i -> BUCKETS.lastKey() + i
                + (1L << BITS_AFTER)).toArray();
        for (TermKeys keys : List.of(TermKeys.whole(missing), TermKeys.ofRows(missing, ROWS))) {
            for (LongSupplier clock : List.<LongSupplier>of(() -> 0, randomClock())) {
                checks.set(0);
                assertNull(
                        BandLookup.seek(segment, FIELD, keys, checks::incrementAndGet, clock));
                assertTrue(checks + " times", checks.get() >= missing.length / 128);
            }
        }
    }

    private static BandLookup seek(String field, long... keys) throws IOException {
        long[] any = Arrays.stream(keys).map(key -> key | randomAfter()).toArray();
        return BandLookup.seek(
                segment, field, TermKeys.ofRows(any, ROWS), () -> {}, randomClock());
    }

    private static long randomAfter() {
        return random().nextInt(1 << BITS_AFTER);
    }

    private static void add(NavigableSet<Integer> bucket, int terms) {
        long key;
        do {
            // Somewhere in the middle of the keys, so that others are before and after.
            key = (1L << 40 | random().nextLong() >>> 25) & -1L << BITS_AFTER;
        } while (BUCKETS.containsKey(key));
        BUCKETS.put(key, bucket);
        TERMS.put(key, terms);
    }

    /** Beside the terms there are others that are not in the index. */
    private static void assertLookup(TreeMap<Long, NavigableSet<Integer>> sought)
            throws IOException {
        NavigableSet<Long> keys = new TreeSet<>(sought.keySet());
        for (int missing = random().nextInt(4); missing > 0; missing--) {
            keys.add(random().nextLong() >>> 23 & -1L << BITS_AFTER);
        }
        keys.removeIf(key -> BUCKETS.containsKey(key) && sought.containsKey(key) == false);
        BandLookup lookup = seek(FIELD, keys.stream().mapToLong(Long::longValue).toArray());
        List<Integer> docs = new ArrayList<>();
        DocIdSetIterator candidates = lookup.candidates(random().nextBoolean() ? 1 : DOCUMENTS);
        while (candidates.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            docs.add(candidates.docID());
        }
        NavigableSet<Integer> expected = new TreeSet<>();
        sought.values().forEach(expected::addAll);
        assertEquals(List.copyOf(expected), docs);
        assertEquals(
                sought.values().stream().mapToLong(NavigableSet::size).sum(), lookup.cost());
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
        BUCKETS.forEach((key, bucket) -> {
            if (bucket.contains(doc)) {
                long term = key | random().nextInt(TERMS.get(key));
                document.add(
                        new StringField(
                                FIELD, TermKeys.whole(new long[] {term}).first(0), Store.NO));
            }
        });
        return document;
    }
}
