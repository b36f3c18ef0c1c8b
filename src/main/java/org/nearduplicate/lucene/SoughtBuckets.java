package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * The candidates of one segment for whoever asks for few of its documents: the same as those of {@link
 * BucketUnion}, but what lies between is not read, nor are other buckets once one has the document.
 */
final class SoughtBuckets extends DocIdSetIterator {

    private final DocIdSetIterator[] buckets;
    private final long cost;
    private int doc = -1;

    /**
     * @param buckets their documents, not yet iterated
     * @param cost the number of all postings
     */
    SoughtBuckets(DocIdSetIterator[] buckets, long cost) {
        this.buckets = buckets;
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
        int lowest = NO_MORE_DOCS;
        for (DocIdSetIterator bucket : buckets) {
            int next = bucket.docID() < target ? bucket.advance(target) : bucket.docID();
            if (next == target) {
                return doc = target;
            }
            lowest = Math.min(lowest, next);
        }
        return doc = lowest;
    }

    @Override
    public long cost() {
        return cost;
    }
}
