package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.lucene.version.DocumentBits;

/**
 * The candidates of one segment: the union of the buckets found, each document once, in order.
 *
 * <p>Buckets are merged in windows of {@value #WINDOW} documents, each beginning at the next
 * candidate, and a filter that leads makes the buckets skip.
 */
final class BucketUnion extends WindowedDocuments {

    private static final int WINDOW = 4096;

    private final DocIdSetIterator[] buckets;
    private int open;

    /**
     * @param buckets their documents, not yet iterated; changed
     * @param cost the number of all postings
     */
    BucketUnion(DocIdSetIterator[] buckets, long cost) {
        super(WINDOW, cost);
        this.buckets = buckets;
        this.open = buckets.length;
    }

    @Override
    void fill(FixedBitSet window, int start, int end) throws IOException {
        for (int i = 0; i < open; i++) {
            if (buckets[i].docID() < end) {
                DocumentBits.set(buckets[i], end, window, start);
            }
        }
    }

    /** Advances all buckets, drops those that end and returns the lowest document among the rest. */
    @Override
    int first(int target) throws IOException {
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
