package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.lucene.version.DocumentBits;

/**
 * The candidates of one segment: the union of the buckets found, each document once, in order.
 *
 * <p>Buckets are merged in windows of {@value #WINDOW} documents, each beginning at the next
 * candidate. Memory is one window whatever the buckets hold, documents between windows cost nothing,
 * and a filter that leads makes the buckets skip.
 */
final class BucketUnion extends DocIdSetIterator {

    private static final int WINDOW = 4096;

    private final DocIdSetIterator[] buckets;
    private final long cost;
    private final FixedBitSet window = new FixedBitSet(WINDOW);

    private int open;
    private int windowStart;
    private int windowEnd;
    private int doc = -1;

    /**
     * @param buckets their documents, not yet iterated; changed
     * @param cost the number of all postings
     */
    BucketUnion(DocIdSetIterator[] buckets, long cost) {
        this.buckets = buckets;
        this.open = buckets.length;
        this.cost = cost;
    }

    @Override
    public int docID() {
        return doc;
    }

    @Override
    public int nextDoc() throws IOException {
        return advance(doc + 1);
    }

    @Override
    public int advance(int target) throws IOException {
        if (target < windowEnd) {
            int bit = window.nextSetBit(target - windowStart);
            if (bit != NO_MORE_DOCS) {
                return doc = windowStart + bit;
            }
        }
        return doc = nextWindow(Math.max(target, windowEnd));
    }

    @Override
    public long cost() {
        return cost;
    }

    /** Moves the window to the first candidate from {@code target} on, and returns that. */
    private int nextWindow(int target) throws IOException {
        int first = advanceBuckets(target);
        if (first != NO_MORE_DOCS) {
            windowStart = first;
            windowEnd = (int) Math.min((long) first + WINDOW, NO_MORE_DOCS);
            window.clear();
            for (int i = 0; i < open; i++) {
                if (buckets[i].docID() < windowEnd) {
                    DocumentBits.set(buckets[i], windowEnd, window, windowStart);
                }
            }
        }
        return first;
    }

    /** Advances all buckets, drops those that end and returns the lowest document among the rest. */
    private int advanceBuckets(int target) throws IOException {
        int lowest = NO_MORE_DOCS;
        for (int i = open - 1; i >= 0; i--) {
            DocIdSetIterator bucket = buckets[i];
            int next = bucket.docID() < target ? bucket.advance(target) : bucket.docID();
            if (next == NO_MORE_DOCS) {
                buckets[i] = buckets[--open];
            } else {
                lowest = Math.min(lowest, next);
            }
        }
        return lowest;
    }
}
