package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** The union, in windows or not, has every document of every bucket once, in order, however it is iterated. */
public class BucketUnionTest extends LuceneTestCase {

    private static final int WINDOW = 4096;
    private static final int LAST_DOC = DocIdSetIterator.NO_MORE_DOCS - 1;

    public void testRandomBuckets() throws IOException {
        for (int i = 0; i < 200; i++) {
            int maxDoc = randomFrom(random(), List.of(1, 100, WINDOW, 5 * WINDOW));
            List<TreeSet<Integer>> buckets = new ArrayList<>();
            for (int count = 1 + random().nextInt(12); count > 0; count--) {
                buckets.add(randomBucket(maxDoc));
            }
            assertUnion(buckets);
        }
    }

    public void testDocumentsAtTheBordersOfWindows() throws IOException {
        for (int i = 0; i < 200; i++) {
            int first = random().nextInt(3);
            List<TreeSet<Integer>> buckets = new ArrayList<>();
            for (int count = 1 + random().nextInt(4); count > 0; count--) {
                TreeSet<Integer> bucket = new TreeSet<>();
                for (int window = 0; window < 4; window++) {
                    for (int distance = -2; distance <= 2; distance++) {
                        int doc = first + window * WINDOW + distance;
                        if (doc >= 0 && random().nextBoolean()) {
                            bucket.add(doc);
                        }
                    }
                }
                buckets.add(bucket);
            }
            assertUnion(buckets);
        }
    }

    public void testDocumentsUpToTheLastThatLuceneAllows() throws IOException {
        for (int i = 0; i < 200; i++) {
            List<TreeSet<Integer>> buckets = new ArrayList<>();
            for (int count = 1 + random().nextInt(4); count > 0; count--) {
                TreeSet<Integer> bucket = new TreeSet<>();
                for (int docs = random().nextInt(8); docs > 0; docs--) {
                    bucket.add(LAST_DOC - random().nextInt(random().nextBoolean() ? 4 : 9000));
                }
                buckets.add(bucket);
            }
            assertUnion(buckets);
        }
    }

    public void testNoDocuments() throws IOException {
        assertUnion(List.of());
        assertUnion(List.of(new TreeSet<>(), new TreeSet<>()));
    }

    /** Returns a bucket of any density, in stretches of their own densities. */
    private static TreeSet<Integer> randomBucket(int maxDoc) {
        TreeSet<Integer> bucket = new TreeSet<>();
        int doc = 0;
        while (doc < maxDoc) {
            int step = randomFrom(random(), List.of(1, 2, 50, 3000, 20_000));
            int end = doc + random().nextInt(maxDoc) + 1;
            for (; doc < Math.min(end, maxDoc); doc += 1 + random().nextInt(step)) {
                bucket.add(doc);
            }
        }
        if (random().nextBoolean()) {
            bucket.add(maxDoc - 1);
        }
        return bucket;
    }

    private static void assertUnion(List<TreeSet<Integer>> buckets) throws IOException {
        NavigableSet<Integer> expected = new TreeSet<>();
        buckets.forEach(expected::addAll);
        DocIdSetIterator[] postings =
                buckets.stream().map(Bucket::new).toArray(DocIdSetIterator[]::new);
        DocIdSetIterator union = random().nextBoolean()
                ? new BandLookup.BucketUnion(postings, 0)
                : new BandLookup.SoughtBuckets(postings, 0);
        int advances = random().nextInt(11);
        assertEquals(-1, union.docID());
        for (int doc = -1; doc != DocIdSetIterator.NO_MORE_DOCS;) {
            int target = random().nextInt(10) < advances ? randomTarget(doc) : doc + 1;
            int actual = target == doc + 1 && random().nextBoolean()
                    ? union.nextDoc()
                    : union.advance(target);
            Integer next = expected.ceiling(target);
            doc = next == null ? DocIdSetIterator.NO_MORE_DOCS : next;
            assertEquals(doc, actual);
            assertEquals(doc, union.docID());
        }
    }

    private static int randomTarget(int doc) {
        int step = randomFrom(random(), List.of(1, 10, WINDOW, 3 * WINDOW));
        return (int) Math.min(
                (long) doc + TestUtil.nextInt(random(), 1, step), DocIdSetIterator.NO_MORE_DOCS);
    }

    private static final class Bucket extends DocIdSetIterator {

        private final NavigableSet<Integer> docs;
        private int doc = -1;

        Bucket(NavigableSet<Integer> docs) {
            this.docs = docs;
        }

        @Override
        public int docID() {
            return doc;
        }

        @Override
        public int nextDoc() {
            return advance(doc + 1);
        }

        @Override
        public int advance(int target) {
            assertTrue(doc < target);
            Integer next = docs.ceiling(target);
            return doc = next == null ? NO_MORE_DOCS : next;
        }

        @Override
        public long cost() {
            return docs.size();
        }
    }
}
