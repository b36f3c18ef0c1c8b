package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;

/**
 * Documents of small buckets, read at once: each document once, in order. Near duplicates share most of
 * their buckets, so a merge bucket by bucket keeps the list as short as the candidates are few.
 */
final class FewDocuments {

    private static final int FIRST_CAPACITY = 32;

    private int[] docs = new int[FIRST_CAPACITY];
    private int[] merged = new int[FIRST_CAPACITY];
    private int size;

    /** Returns the number of distinct documents. */
    int size() {
        return size;
    }

    /**
     * Adds a bucket. O(documents so far + those of the bucket).
     *
     * @param bucket its postings, not yet iterated
     * @param bucketSize the number of its postings
     */
    void add(PostingsEnum bucket, int bucketSize) throws IOException {
        merged = ArrayUtil.growNoCopy(merged, size + bucketSize);
        int count = 0;
        int old = 0;
        for (int doc = bucket.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = bucket
                .nextDoc()) {
            while (old < size && docs[old] < doc) {
                merged[count++] = docs[old++];
            }
            if (old < size && docs[old] == doc) {
                old++;
            }
            merged[count++] = doc;
        }
        System.arraycopy(docs, old, merged, count, size - old);
        swap(count + size - old);
    }

    /** Returns an iterator over the documents, valid until the next one is added. */
    DocIdSetIterator iterator() {
        return new Iterator(docs, size);
    }

    private void swap(int newSize) {
        int[] unused = docs;
        docs = merged;
        merged = unused;
        size = newSize;
    }

    private static final class Iterator extends DocIdSetIterator {

        private final int[] docs;
        private final int size;
        private int next;
        private int doc = -1;

        Iterator(int[] docs, int size) {
            this.docs = docs;
            this.size = size;
        }

        @Override
        public int docID() {
            return doc;
        }

        @Override
        public int nextDoc() {
            return doc = next < size ? docs[next++] : NO_MORE_DOCS;
        }

        @Override
        public int advance(int target) {
            while (next < size && docs[next] < target) {
                next++;
            }
            return nextDoc();
        }

        @Override
        public long cost() {
            return size;
        }
    }
}
