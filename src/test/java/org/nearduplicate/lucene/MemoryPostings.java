package org.nearduplicate.lucene;

import static org.junit.Assert.assertTrue;

import java.util.NavigableSet;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.util.BytesRef;

/** Postings in memory, with nothing but documents. */
final class MemoryPostings extends PostingsEnum {

    private final NavigableSet<Integer> docs;
    private int doc = -1;

    MemoryPostings(NavigableSet<Integer> docs) {
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

    @Override
    public int freq() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int nextPosition() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int startOffset() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int endOffset() {
        throw new UnsupportedOperationException();
    }

    @Override
    public BytesRef getPayload() {
        throw new UnsupportedOperationException();
    }
}
