package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;

/**
 * The documents of one segment that share enough prints with a query, in order, and how many each shares.
 *
 * <p>Buckets are counted in windows of {@value #WINDOW} documents, each beginning at the next one that a leading bucket
 * has. Memory is one window whatever the buckets hold. Of t prints that are needed the t − 1 largest buckets need not lead, as
 * a document that is in no other has too few. They are asked for the documents that the others have, for as long as these may
 * still have enough.
 */
final class PrintCandidates extends DocIdSetIterator {

    private static final int WINDOW = 1 << 14;

    /** Buckets between two checks whether to go on: a fraction of a millisecond. */
    private static final int UNCHECKED = 32;

    private final int[] few;
    private final LargePrints large;
    private final int needed;
    private final long cost;
    private final Runnable checkCancelled;

    private final int[] counts = new int[WINDOW];
    private final FixedBitSet window = new FixedBitSet(WINDOW);
    private int windowStart;
    private int windowEnd;
    private int nextFew;
    private int opened;
    private int doc = -1;

    /**
     * @param few the documents of small buckets, ascending, each as often as it is in one
     * @param large the other buckets
     * @param needed how many buckets a document has to be in, at least 1
     * @param cost the number of postings of those that lead
     * @param checkCancelled throws if the search is to stop
     */
    PrintCandidates(
            int[] few, LargePrints large, int needed, long cost, Runnable checkCancelled) {
        this.few = few;
        this.large = large;
        this.needed = needed;
        this.cost = cost;
        this.checkCancelled = checkCancelled;
    }

    /** Returns how many prints the document at hand shares. */
    int shared() {
        return counts[doc - windowStart];
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
            int bit = nextBit(target - windowStart);
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

    /** Moves the window to the first that has a candidate from {@code target} on, and returns that. */
    private int nextWindow(int target) throws IOException {
        for (int first = firstLeading(target); first != NO_MORE_DOCS; first =
                firstLeading(windowEnd)) {
            windowStart = first;
            windowEnd = (int) Math.min((long) first + WINDOW, NO_MORE_DOCS);
            window.clear();
            countFew();
            for (int i = 0; i < large.leading(); i++) {
                countLeading(i);
            }
            for (int i = large.leading(); i < large.count() && isHopeful(large.count() - i); i++) {
                countOther(i);
            }
            if (isHopeful(0)) {
                return windowStart + nextBit(0);
            }
        }
        windowEnd = NO_MORE_DOCS;
        return NO_MORE_DOCS;
    }

    private int firstLeading(int target) {
        while (nextFew < few.length && few[nextFew] < target) {
            nextFew++;
        }
        int first = large.firstLeading(target);
        return nextFew < few.length ? Math.min(first, few[nextFew]) : first;
    }

    private void countFew() {
        for (int i = nextFew; i < few.length && few[i] < windowEnd; i++) {
            count(few[i]);
        }
    }

    private void countLeading(int bucket) throws IOException {
        if (large.mayHave(bucket, windowEnd)) {
            PostingsEnum postings = open(bucket);
            int next = postings.advance(windowStart);
            for (; next < windowEnd; next = postings.nextDoc()) {
                count(next);
            }
            large.leave(bucket, next);
        }
    }

    private void countOther(int bucket) throws IOException {
        if (large.mayHave(bucket, windowEnd)) {
            PostingsEnum postings = open(bucket);
            int next = -1;
            for (int bit = nextBit(0); bit != NO_MORE_DOCS; bit = nextBit(bit + 1)) {
                int asked = windowStart + bit;
                next = next < asked ? postings.advance(asked) : next;
                counts[bit] += next == asked ? 1 : 0;
            }
            large.leave(bucket, next);
        }
    }

    private PostingsEnum open(int bucket) throws IOException {
        if (++opened % UNCHECKED == 0) {
            checkCancelled.run();
        }
        return large.open(bucket);
    }

    private void count(int counted) {
        int bit = counted - windowStart;
        counts[bit] = window.getAndSet(bit) ? counts[bit] + 1 : 1;
    }

    /** Drops what has not enough even if it is in so many buckets more, and returns whether there is anything else. */
    private boolean isHopeful(int more) {
        boolean isHopeful = false;
        for (int bit = nextBit(0); bit != NO_MORE_DOCS; bit = nextBit(bit + 1)) {
            if (counts[bit] + more < needed) {
                window.clear(bit);
            } else {
                isHopeful = true;
            }
        }
        return isHopeful;
    }

    private int nextBit(int from) {
        return from < WINDOW ? window.nextSetBit(from) : NO_MORE_DOCS;
    }
}
