package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * The large buckets of the prints of a query in one segment. Of each the number of its term is kept and a document before
 * which it has none; what it has is read by seeking it again, with one enumerator for all. Those that lead come first.
 */
final class LargePrints {

    /** What each of them takes. */
    static final int BYTES = Long.BYTES + 2 * Integer.BYTES;

    private static final long TOO_LARGE = Long.MIN_VALUE >>> 1;
    private static final int NUMBER_BITS = Integer.SIZE - 1;

    private final TermsEnum termsEnum;
    private final TermKeys terms;
    private final BytesRef term = new BytesRef(BandTermFormat.WIDTH);
    private final int[] numbers;
    private final int[] next;
    private final int leading;
    private final long leadingPostings;
    private PostingsEnum postings;

    private LargePrints(
            TermsEnum termsEnum, TermKeys terms, int[] numbers, int leading,
            long leadingPostings) {
        this.termsEnum = termsEnum;
        this.terms = terms;
        this.numbers = numbers;
        this.next = new int[numbers.length];
        this.leading = leading;
        this.leadingPostings = leadingPostings;
        term.length = BandTermFormat.WIDTH;
    }

    /** Collects buckets. */
    static final class Builder {

        private long[] bySize = {};
        private int count;
        private int tooLarge;

        /** Takes one; {@code isTooLarge} if it is not to lead whatever the others are. */
        void add(int number, int size, boolean isTooLarge) {
            bySize = ArrayUtil.grow(bySize, count + 1);
            bySize[count++] = (isTooLarge ? TOO_LARGE : 0) | (long) size << NUMBER_BITS | number;
            tooLarge += isTooLarge ? 1 : 0;
        }

        /**
         * Returns the buckets, of which the largest do not lead.
         *
         * @param termsEnum seeks them
         * @param spared how many need not lead, beside none or some of those that are too large
         */
        LargePrints build(TermsEnum termsEnum, TermKeys terms, int spared) {
            int others = Math.min(count, Math.max(tooLarge, spared));
            if (others > 0) {
                Arrays.sort(bySize, 0, count);
            }
            int[] numbers = new int[count];
            long leadingPostings = 0;
            for (int i = 0; i < count; i++) {
                numbers[i] = (int) bySize[i] & Integer.MAX_VALUE;
                leadingPostings += i < count - others ? bySize[i] >>> NUMBER_BITS : 0;
            }
            return new LargePrints(
                    termsEnum, terms, numbers, count - others, leadingPostings);
        }
    }

    /** Returns how many there are. */
    int count() {
        return numbers.length;
    }

    /** Returns how many of them lead: the first. */
    int leading() {
        return leading;
    }

    /** Returns how many documents those have, each as often as it is in one. */
    long leadingPostings() {
        return leadingPostings;
    }

    /** Returns a document before which no leading one has any from {@code target} on. */
    int firstLeading(int target) {
        int first = DocIdSetIterator.NO_MORE_DOCS;
        for (int i = 0; i < leading; i++) {
            first = Math.min(first, Math.max(next[i], target));
        }
        return first;
    }

    /** Returns whether one may have documents before {@code end}. */
    boolean mayHave(int index, int end) {
        return next[index] < end;
    }

    /** Opens the documents of one, of which {@link #leave} is to be told at the end. Valid until the next is opened. */
    PostingsEnum open(int index) throws IOException {
        BandTermFormat.write(terms.keys()[numbers[index]], term.bytes);
        termsEnum.seekExact(term);
        postings = termsEnum.postings(postings, PostingsEnum.NONE);
        return postings;
    }

    /** Takes the document at which one was left. */
    void leave(int index, int doc) {
        next[index] = doc;
    }
}
