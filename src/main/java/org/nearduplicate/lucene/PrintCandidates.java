package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * The documents of one segment that share enough prints with a query, in order, and how many each shares.
 *
 * <p>Buckets are counted in windows of up to {@value #WINDOW} documents, each beginning at the next one that a leading bucket
 * has. Of t prints that are needed the t − 1 largest buckets need not lead, as
 * a document that is in no other has too few. They are asked for the documents that the others have, for as long as these may
 * still have enough.
 */
final class PrintCandidates extends WindowedDocuments {

    private static final int WINDOW = 1 << 14;

    /** What one takes, at most. */
    static final long BYTES = Integer.BYTES * WINDOW + WINDOW / Byte.SIZE;

    /** Where no large bucket has to be sought for each window, or few documents are asked for. */
    private static final int SMALL_WINDOW = 64;

    /** Buckets between two checks whether to go on: a fraction of a millisecond. */
    private static final int UNCHECKED = 32;

    private final int[] few;
    private final Large large;
    private final int leading;
    private final int needed;
    private final Runnable checkCancelled;

    private final int[] counts;
    private int nextFew;
    private int opened;

    /**
     * @param few the documents of small buckets, ascending, each as often as it is in one
     * @param large the other buckets; those that lead come first
     * @param leading how many of them do
     * @param needed how many buckets a document has to be in, at least 1
     * @param window the documents of a window
     * @param cost the number of postings of those that lead
     * @param checkCancelled throws if the search is to stop
     */
    PrintCandidates(
            int[] few, Large large, int leading, int needed, int window, long cost,
            Runnable checkCancelled) {
        super(window, cost);
        this.counts = new int[window];
        this.few = few;
        this.large = large;
        this.leading = leading;
        this.needed = needed;
        this.checkCancelled = checkCancelled;
    }

    /** Returns how many documents a window best has where so many are asked for. */
    static int window(int large, int maxDoc, long asked) {
        return large == 0 || asked < maxDoc / WINDOW
                ? SMALL_WINDOW
                : Math.min(WINDOW, maxDoc);
    }

    /** Returns how many prints the document at hand shares. */
    int shared() {
        return counts[place()];
    }

    @Override
    int first(int target) {
        while (nextFew < few.length && few[nextFew] < target) {
            nextFew++;
        }
        int first = nextFew < few.length ? few[nextFew] : NO_MORE_DOCS;
        for (int i = 0; i < leading; i++) {
            first = Math.min(first, Math.max(large.next[i], target));
        }
        return first;
    }

    @Override
    void fill(FixedBitSet window, int start, int end) throws IOException {
        for (int i = nextFew; i < few.length && few[i] < end; i++) {
            count(window, few[i] - start);
        }
        for (int i = 0; i < leading; i++) {
            countLeading(i, window, start, end);
        }
        int left = large.next.length - leading;
        for (int i = leading; isHopeful(window, left) && left > 0; i++, left--) {
            countOther(i, window, start, end);
        }
    }

    private void countLeading(int bucket, FixedBitSet window, int start, int end)
            throws IOException {
        if (large.next[bucket] < end) {
            PostingsEnum postings = open(bucket);
            int next = postings.advance(start);
            for (; next < end; next = postings.nextDoc()) {
                count(window, next - start);
            }
            large.next[bucket] = next;
        }
    }

    private void countOther(int bucket, FixedBitSet window, int start, int end)
            throws IOException {
        if (large.next[bucket] < end) {
            PostingsEnum postings = open(bucket);
            int next = -1;
            for (int bit = next(window, 0); bit < counts.length; bit = next(window, bit + 1)) {
                int asked = start + bit;
                next = next < asked ? postings.advance(asked) : next;
                counts[bit] += next == asked ? 1 : 0;
            }
            large.next[bucket] = next;
        }
    }

    private PostingsEnum open(int bucket) throws IOException {
        if (++opened % UNCHECKED == 0) {
            checkCancelled.run();
        }
        return large.open(bucket);
    }

    private void count(FixedBitSet window, int bit) {
        counts[bit] = window.getAndSet(bit) ? counts[bit] + 1 : 1;
    }

    /** Drops what has not enough even if it is in so many buckets more, and returns whether there is anything else. */
    private boolean isHopeful(FixedBitSet window, int more) {
        boolean isHopeful = false;
        for (int bit = next(window, 0); bit < counts.length; bit = next(window, bit + 1)) {
            if (counts[bit] + more < needed) {
                window.clear(bit);
            } else {
                isHopeful = true;
            }
        }
        return isHopeful;
    }

    private int next(FixedBitSet window, int from) {
        return from < counts.length
                ? Math.min(window.nextSetBit(from), counts.length)
                : counts.length;
    }

    /**
     * The large buckets of the prints of a query in one segment. Of each the number of its term is kept and a document before
     * which it has none; what it has is read by seeking it again, with one enumerator for all.
     */
    static final class Large {

        private final TermsEnum termsEnum;
        private final TermKeys terms;
        private final BytesRef term = new BytesRef(BandTermFormat.WIDTH);
        private final int[] numbers;
        /** Where each was left: a document before which it has none from there on. */
        private final int[] next;
        private PostingsEnum postings;

        Large(TermsEnum termsEnum, TermKeys terms, int[] numbers) {
            this.termsEnum = termsEnum;
            this.terms = terms;
            this.numbers = numbers;
            this.next = new int[numbers.length];
            term.length = BandTermFormat.WIDTH;
        }

        /** Opens the documents of one. Valid until the next is opened. */
        private PostingsEnum open(int index) throws IOException {
            BandTermFormat.write(terms.keys()[numbers[index]], term.bytes);
            termsEnum.seekExact(term);
            postings = termsEnum.postings(postings, PostingsEnum.NONE);
            return postings;
        }
    }
}
