package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;

/**
 * Documents of one segment that are found window by window, in order. Memory is one window whatever there is to be found, and
 * documents between windows cost nothing.
 */
abstract class WindowedDocuments extends DocIdSetIterator {

    private final int size;
    private final long cost;
    private final FixedBitSet window;
    private int windowStart;
    private int windowEnd;
    private int doc = -1;

    /** @param size the documents of a window */
    WindowedDocuments(int size, long cost) {
        this.size = size;
        this.cost = cost;
        this.window = new FixedBitSet(size);
    }

    /** Returns a document before which there is none from {@code target} on; that, or the end. */
    abstract int first(int target) throws IOException;

    /** Finds the documents of the window that begins with one, and sets their bits in it, which are clear. */
    abstract void fill(FixedBitSet window, int start, int end) throws IOException;

    /** Returns where in its window the document at hand is. */
    final int place() {
        return doc - windowStart;
    }

    @Override
    public final int docID() {
        return doc;
    }

    @Override
    public final int nextDoc() throws IOException {
        return advance(doc + 1);
    }

    @Override
    public final int advance(int target) throws IOException {
        int found = target < windowEnd ? inWindow(target - windowStart) : NO_MORE_DOCS;
        for (int first = target; found == NO_MORE_DOCS;) {
            first = first(Math.max(first, windowEnd));
            if (first == NO_MORE_DOCS) {
                return doc = NO_MORE_DOCS;
            }
            windowStart = first;
            windowEnd = (int) Math.min((long) first + size, NO_MORE_DOCS);
            window.clear();
            fill(window, windowStart, windowEnd);
            found = inWindow(0);
        }
        return doc = found;
    }

    @Override
    public final long cost() {
        return cost;
    }

    private int inWindow(int from) {
        int bit = from < size ? window.nextSetBit(from) : NO_MORE_DOCS;
        return bit == NO_MORE_DOCS ? NO_MORE_DOCS : windowStart + bit;
    }
}
