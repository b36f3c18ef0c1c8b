package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * A lookup finds the documents that are in enough buckets, and in how many each is, be these small, large, or small ones that are too
 * much together, dense somewhere or anywhere.
 */
public class SampledShingleLookupTest extends OneSegmentTestCase {

    private static final String FIELD = "sampled";
    private static final int DOCUMENTS = 60_000;
    private static final int BUCKETS_OF_A_SIZE = 3;
    private static final List<Integer> SIZES = List.of(
            1, 2, 10, 200, SampledShingleLookup.FEW / 2, SampledShingleLookup.FEW,
            SampledShingleLookup.FEW + 1, 20_000,
            DOCUMENTS);

    /** Small buckets that are too much together. */
    private static final int MANY = 3_000;
    private static final int SIZE_OF_MANY = 4;

    private static final Set<Long> KEYS_OF_MANY = new HashSet<>();
    private static final TreeMap<Long, FixedBitSet> BUCKETS = new TreeMap<>();

    @BeforeClass
    public static void index() throws IOException {
        for (int size : SIZES) {
            for (int i = 0; i < BUCKETS_OF_A_SIZE; i++) {
                BUCKETS.put(randomKey(), randomBucket(size));
            }
        }
        while (KEYS_OF_MANY.size() < MANY) {
            long key = randomKey();
            KEYS_OF_MANY.add(key);
            BUCKETS.put(key, randomBucket(SIZE_OF_MANY));
        }
        Map<Integer, List<Long>> keys = new HashMap<>();
        BUCKETS.forEach((key, bucket) -> {
            for (int doc = next(bucket, 0); doc >= 0; doc = next(bucket, doc + 1)) {
                keys.computeIfAbsent(doc, none -> new ArrayList<>()).add(key);
            }
        });
        write(DOCUMENTS, doc -> document(keys.getOrDefault(doc, List.of())));
    }

    @AfterClass
    public static void clear() {
        BUCKETS.clear();
        KEYS_OF_MANY.clear();
    }

    public void testEachBucketAlone() throws IOException {
        List<Long> keys = new ArrayList<>(BUCKETS.keySet());
        keys.removeAll(KEYS_OF_MANY);
        keys.addAll(List.copyOf(KEYS_OF_MANY).subList(0, 30));
        for (long key : keys) {
            assertLookup(List.of(key), 1, new BitSet());
        }
    }

    public void testManySmallBuckets() throws IOException {
        assertTrue(MANY * SIZE_OF_MANY > SampledShingleLookup.FEW);
        List<Long> keys = new ArrayList<>(BUCKETS.keySet());
        for (int needed : new int[] {1, 2, 3, 10}) {
            assertLookup(List.copyOf(new TreeSet<>(KEYS_OF_MANY)), needed, new BitSet());
            assertLookup(keys, needed, new BitSet());
        }
    }

    public void testAnyBucketsTogether() throws IOException {
        for (int i = atLeast(12); i > 0; i--) {
            List<Long> keys = randomKeys();
            assertLookup(keys, 1 + random().nextInt(keys.size() + 1), new BitSet());
        }
    }

    public void testBucketsThatAreTooLarge() throws IOException {
        for (int i = atLeast(12); i > 0; i--) {
            List<Long> keys = randomKeys();
            BitSet tooLarge = new BitSet();
            for (int key = 0; key < keys.size(); key++) {
                tooLarge.set(key, random().nextInt(3) == 0);
            }
            assertLookup(keys, 1 + random().nextInt(keys.size()), tooLarge);
        }
    }

    public void testNothingFound() throws IOException {
        Lookup.SampledShingleTerms sampled = sampled(List.of(BUCKETS.firstKey()), 1, new BitSet());
        assertNull(SampledShingleLookup.seek(segment, "other", sampled, () -> {}));
        assertNull(seek(List.of(randomKey()), 1, new BitSet()));
        assertNull(seek(List.of(), 1, new BitSet()));
        assertNull("too few", seek(List.of(BUCKETS.firstKey()), 2, new BitSet()));
        BitSet tooLarge = new BitSet();
        tooLarge.set(0);
        assertNull(seek(List.of(BUCKETS.firstKey()), 1, tooLarge));
    }

    public void testChecksForCancellation() throws IOException {
        int[] checks = {0};
        List<Long> keys = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            keys.add(randomKey());
        }
        keys.addAll(BUCKETS.keySet());
        Collections.sort(keys);
        DocIdSetIterator candidates = SampledShingleLookup
                .seek(segment, FIELD, sampled(keys, 1, new BitSet()), () -> checks[0]++)
                .candidates(Long.MAX_VALUE);
        int whileSeeking = checks[0];
        assertTrue(checks[0] + " times", whileSeeking >= 7);
        while (candidates.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {}
        // At least 11 large buckets in each of four windows.
        assertTrue(checks[0] + " times", checks[0] > whileSeeking);
    }

    private static void assertLookup(List<Long> keys, int needed, BitSet tooLarge)
            throws IOException {
        Map<Integer, Integer> expected = new TreeMap<>();
        FixedBitSet leading = new FixedBitSet(DOCUMENTS);
        for (int i = 0; i < keys.size(); i++) {
            FixedBitSet bucket = BUCKETS.getOrDefault(keys.get(i), new FixedBitSet(DOCUMENTS));
            for (int doc = next(bucket, 0); doc >= 0; doc = next(bucket, doc + 1)) {
                expected.merge(doc, 1, Integer::sum);
            }
            if (tooLarge.get(i) == false) {
                leading.or(bucket);
            }
        }
        expected.entrySet()
                .removeIf(each -> each.getValue() < needed || leading.get(each.getKey()) == false);
        SampledShingleLookup found = seek(keys, needed, tooLarge);
        assertEquals(
                expected,
                found == null ? Map.of() : all(found.candidates(leadCost())));
        if (found != null) {
            assertJumps(expected,
                    seek(keys, needed, tooLarge).candidates(leadCost()));
        }
    }

    private static Map<Integer, Integer> all(SampledShingleLookup.Candidates candidates)
            throws IOException {
        Map<Integer, Integer> all = new HashMap<>();
        while (candidates.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            all.put(candidates.docID(), candidates.shared());
        }
        return all;
    }

    /** As where another clause leads. */
    private static void assertJumps(Map<Integer, Integer> expected,
            SampledShingleLookup.Candidates candidates)
            throws IOException {
        int farthest = 1 << random().nextInt(16);
        for (int target = 0;;) {
            target += random().nextInt(farthest);
            Integer next = ((TreeMap<Integer, Integer>) expected).ceilingKey(target);
            int doc = candidates.advance(target);
            assertEquals(next == null ? DocIdSetIterator.NO_MORE_DOCS : next, doc);
            if (next == null) {
                return;
            }
            assertEquals((int) expected.get(doc), candidates.shared());
            target = doc + 1;
        }
    }

    /** Few documents or many, which is nothing but a matter of time. */
    private static long leadCost() {
        return random().nextBoolean() ? 1 : Long.MAX_VALUE;
    }

    private static SampledShingleLookup seek(List<Long> keys, int needed, BitSet tooLarge)
            throws IOException {
        return SampledShingleLookup.seek(segment, FIELD, sampled(keys, needed, tooLarge), () -> {});
    }

    private static Lookup.SampledShingleTerms sampled(List<Long> keys, int needed,
            BitSet tooLarge) {
        return new Lookup.SampledShingleTerms(
                TermKeys.whole(keys.stream().mapToLong(Long::longValue).toArray()), needed,
                tooLarge);
    }

    /** Some that are in the index, and some that are not, ascending. */
    private static List<Long> randomKeys() {
        List<Long> keys = new ArrayList<>(BUCKETS.keySet());
        keys.removeAll(KEYS_OF_MANY);
        Collections.shuffle(keys, random());
        keys = new ArrayList<>(keys.subList(0, 1 + random().nextInt(keys.size())));
        for (int missing = random().nextInt(4); missing > 0; missing--) {
            keys.add(randomKey());
        }
        Collections.sort(keys);
        return keys;
    }

    private static long randomKey() {
        return random().nextLong() >>> 22;
    }

    /** Documents side by side, or anywhere. */
    private static FixedBitSet randomBucket(int size) {
        FixedBitSet bucket = new FixedBitSet(DOCUMENTS);
        int first = random().nextInt(DOCUMENTS - size + 1);
        boolean together = random().nextBoolean();
        for (int count = 0; count < size;) {
            int doc = together ? first + count : random().nextInt(DOCUMENTS);
            count += bucket.getAndSet(doc) ? 0 : 1;
        }
        return bucket;
    }

    private static int next(FixedBitSet bucket, int from) {
        int next = from < DOCUMENTS ? bucket.nextSetBit(from) : DocIdSetIterator.NO_MORE_DOCS;
        return next == DocIdSetIterator.NO_MORE_DOCS ? -1 : next;
    }

    private static Document document(List<Long> keys) {
        Document document = new Document();
        for (long key : keys) {
            byte[] term = new byte[BandTermFormat.WIDTH];
            BandTermFormat.write(key, term);
            document.add(new StringField(FIELD, new BytesRef(term), Store.NO));
        }
        return document;
    }
}
