package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/** The candidates of one segment, in order, for as long as one of them may still be wanted. */
final class Candidates extends DocIdSetIterator {

    private DocIdSetIterator left;
    private int doc = -1;

    /**
     * @param all not yet iterated
     */
    Candidates(DocIdSetIterator all) {
        this.left = all;
    }

    /** Makes the candidate at hand the last one: no bucket is read any more. */
    void end() {
        left = DocIdSetIterator.empty();
    }

    @Override
    public int docID() {
        return doc;
    }

    @Override
    public int nextDoc() throws IOException {
        return doc = left.nextDoc();
    }

    @Override
    public int advance(int target) throws IOException {
        return doc = left.advance(target);
    }

    @Override
    public long cost() {
        return left.cost();
    }
}
