package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The list has every document of every bucket once, in order, however it is iterated. */
public class FewDocumentsTest extends LuceneTestCase {

    public void testRandomBuckets() throws IOException {
        for (int i = 0; i < 500; i++) {
            int maxDoc = random().nextBoolean() ? 20 : 5000;
            NavigableSet<Integer> expected = new TreeSet<>();
            FewDocuments few = new FewDocuments();
            for (int buckets = random().nextInt(12); buckets > 0; buckets--) {
                NavigableSet<Integer> bucket = randomBucket(maxDoc);
                few.add(new MemoryPostings(bucket), bucket.size());
                expected.addAll(bucket);
                assertEquals(expected.size(), few.size());
            }
            assertIteration(expected, few.iterator());
            assertEquals(expected.size(), few.iterator().cost());
        }
    }

    public void testNothingInIt() throws IOException {
        assertEquals(0, new FewDocuments().size());
        assertEquals(DocIdSetIterator.NO_MORE_DOCS, new FewDocuments().iterator().advance(7));
    }

    private static NavigableSet<Integer> randomBucket(int maxDoc) {
        NavigableSet<Integer> bucket = new TreeSet<>();
        for (int size = random().nextInt(80); size > 0; size--) {
            bucket.add(random().nextInt(maxDoc));
        }
        return bucket;
    }

    private static void assertIteration(NavigableSet<Integer> expected, DocIdSetIterator actual)
            throws IOException {
        int step = random().nextBoolean() ? 1 : 1 + random().nextInt(500);
        assertEquals(-1, actual.docID());
        for (int doc = -1; doc != DocIdSetIterator.NO_MORE_DOCS;) {
            int target = doc + 1 + random().nextInt(step);
            Integer next = expected.ceiling(target);
            doc = next == null ? DocIdSetIterator.NO_MORE_DOCS : next;
            assertEquals(doc,
                    target == actual.docID() + 1 ? actual.nextDoc() : actual.advance(target));
            assertEquals(doc, actual.docID());
        }
    }
}
