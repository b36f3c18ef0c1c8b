package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * The sampled shingles of a query that one segment holds, sought once, in order. Documents of small buckets are read on
 * the way; of large buckets the number of the term and the size are kept, and they are sought again where their documents
 * are needed, so that none of what may be millions keeps an enumerator.
 */
final class SampledShingleLookup implements Lookup.InSegment {

    /** Documents of small buckets that are read at once, in all of them: 32 kB. */
    static final int FEW = 8192;

    private static final int WINDOW = 1 << 14;

    /** Where no large bucket has to be sought for each window, or few documents are sought. */
    private static final int SMALL_WINDOW = 64;

    /** What a scorer takes beside its terms and the large buckets, at most. */
    static final long BYTES =
            2L * Integer.BYTES * FEW + Integer.BYTES * WINDOW + WINDOW / Byte.SIZE;

    /** What each of the large buckets takes. */
    static final int BYTES_OF_LARGE = Long.BYTES + 2 * Integer.BYTES;

    /** Buckets between two checks whether to go on: a fraction of a millisecond. */
    private static final int UNCHECKED = 32;

    private static final long TOO_LARGE = Long.MIN_VALUE >>> 1;
    private static final int NUMBER_BITS = Integer.SIZE - 1;

    private final Lookup.SampledShingleTerms sought;
    private final TermsEnum termsEnum;
    private final int maxDoc;
    private final Runnable checkCancelled;

    /** The documents of small buckets, each as often as it is in one. */
    private int[] few = {};
    private int fewSize;

    /** Of each of the others whether it is too large, the size, and the number of the term; those that lead come first. */
    private long[] large = {};
    private int largeCount;
    private int tooLarge;
    private int found;
    private int leading;
    private long cost;
    private PostingsEnum postings;

    private SampledShingleLookup(
            Lookup.SampledShingleTerms sought, TermsEnum termsEnum, int maxDoc,
            Runnable checkCancelled) {
        this.sought = sought;
        this.termsEnum = termsEnum;
        this.maxDoc = maxDoc;
        this.checkCancelled = checkCancelled;
    }

    /** Seeks the terms in a segment: O(number of terms) seeks. Returns null if no document has enough of them. */
    static SampledShingleLookup seek(
            LeafReader reader, String field, Lookup.SampledShingleTerms sought,
            Runnable checkCancelled)
            throws IOException {
        Terms indexed = reader.terms(field);
        if (indexed == null) {
            return null;
        }
        SampledShingleLookup lookup =
                new SampledShingleLookup(sought, indexed.iterator(), reader.maxDoc(),
                        checkCancelled);
        new TermSeeks(indexed, lookup.termsEnum, sought.terms(), checkCancelled, lookup::found)
                .seek(0, sought.terms().count(), System::nanoTime);
        lookup.chooseLeading();
        return lookup.found < sought.needed() || lookup.cost == 0 ? null : lookup;
    }

    /** Returns the number of postings of buckets that lead. */
    @Override
    public long cost() {
        return cost;
    }

    @Override
    public Candidates candidates(long leadCost) {
        Arrays.sort(few, 0, fewSize);
        return new Candidates(
                largeCount == 0 || leadCost < maxDoc / WINDOW
                        ? SMALL_WINDOW
                        : Math.min(WINDOW, maxDoc));
    }

    private boolean found(int number, TermsEnum at) throws IOException {
        int size = at.docFreq();
        boolean isTooLarge = sought.tooLarge().get(number);
        found++;
        if (isTooLarge || size > FEW - fewSize) {
            large = ArrayUtil.grow(large, largeCount + 1);
            large[largeCount++] =
                    (isTooLarge ? TOO_LARGE : 0) | (long) size << NUMBER_BITS | number;
            tooLarge += isTooLarge ? 1 : 0;
        } else {
            read(at, size);
        }
        return true;
    }

    private void read(TermsEnum at, int size) throws IOException {
        few = ArrayUtil.grow(few, fewSize + size);
        postings = at.postings(postings, PostingsEnum.NONE);
        for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc =
                postings.nextDoc()) {
            few[fewSize++] = doc;
        }
    }

    /** Makes the large buckets lead that are first by size, but for as many as a document needs not to be in, or that are too large. */
    private void chooseLeading() {
        int others = Math.min(largeCount, Math.max(tooLarge, sought.needed() - 1));
        if (others > 0) {
            Arrays.sort(large, 0, largeCount);
        }
        leading = largeCount - others;
        cost = fewSize;
        for (int i = 0; i < leading; i++) {
            cost += large[i] >>> NUMBER_BITS;
        }
    }

    /**
     * The documents that share enough sampled shingles, in order, and how many each shares.
     *
     * <p>Buckets are counted in windows of up to {@value SampledShingleLookup#WINDOW} documents, each beginning at the
     * next one that a leading bucket has. Of t sampled shingles that are needed the t − 1 largest buckets need not lead,
     * as a document that is in no other has too few. Only the documents of the others are sought in them, for as long as
     * these may still have enough.
     */
    final class Candidates extends WindowedDocuments {

        private final int[] counts;

        /** Where each large bucket was left: a document before which it has none from there on. */
        private final int[] next = new int[largeCount];

        private final BytesRef term = new BytesRef(new byte[BandTermFormat.WIDTH]);
        private int nextFew;
        private int openings;

        private Candidates(int window) {
            super(window, cost);
            this.counts = new int[window];
        }

        /** Returns how many sampled shingles the document at hand shares. */
        int shared() {
            return counts[place()];
        }

        @Override
        int first(int target) {
            while (nextFew < fewSize && few[nextFew] < target) {
                nextFew++;
            }
            int first = nextFew < fewSize ? few[nextFew] : NO_MORE_DOCS;
            for (int i = 0; i < leading; i++) {
                first = Math.min(first, Math.max(next[i], target));
            }
            return first;
        }

        @Override
        void fill(FixedBitSet window, int start, int end) throws IOException {
            for (int i = nextFew; i < fewSize && few[i] < end; i++) {
                count(window, few[i] - start);
            }
            for (int i = 0; i < leading; i++) {
                countLeading(i, window, start, end);
            }
            int left = largeCount - leading;
            for (int i = leading; isHopeful(window, left) && left > 0; i++, left--) {
                countOther(i, window, start, end);
            }
        }

        private void countLeading(int bucket, FixedBitSet window, int start, int end)
                throws IOException {
            if (next[bucket] < end) {
                PostingsEnum opened = open(bucket);
                int doc = opened.advance(start);
                for (; doc < end; doc = opened.nextDoc()) {
                    count(window, doc - start);
                }
                next[bucket] = doc;
            }
        }

        private void countOther(int bucket, FixedBitSet window, int start, int end)
                throws IOException {
            if (next[bucket] < end) {
                PostingsEnum opened = open(bucket);
                int doc = -1;
                for (int bit = bit(window, 0); bit < counts.length; bit = bit(window, bit + 1)) {
                    int target = start + bit;
                    doc = doc < target ? opened.advance(target) : doc;
                    counts[bit] += doc == target ? 1 : 0;
                }
                next[bucket] = doc;
            }
        }

        /** Seeks a large bucket again, with one enumerator for all. Valid until the next is opened. */
        private PostingsEnum open(int bucket) throws IOException {
            if (++openings % UNCHECKED == 0) {
                checkCancelled.run();
            }
            int number = (int) large[bucket] & Integer.MAX_VALUE;
            BandTermFormat.write(sought.terms().keys()[number], term.bytes);
            termsEnum.seekExact(term);
            postings = termsEnum.postings(postings, PostingsEnum.NONE);
            return postings;
        }

        private void count(FixedBitSet window, int bit) {
            counts[bit] = window.getAndSet(bit) ? counts[bit] + 1 : 1;
        }

        /** Drops what has not enough even if it is in so many buckets more, and returns whether there is anything else. */
        private boolean isHopeful(FixedBitSet window, int more) {
            int least = sought.needed() - more;
            boolean isHopeful = false;
            for (int bit = bit(window, 0); bit < counts.length; bit = bit(window, bit + 1)) {
                if (counts[bit] < least) {
                    window.clear(bit);
                } else {
                    isHopeful = true;
                }
            }
            return isHopeful;
        }

        /** Returns the next bit that is set, or the size of the window. */
        private int bit(FixedBitSet window, int from) {
            return from < counts.length
                    ? Math.min(window.nextSetBit(from), counts.length)
                    : counts.length;
        }
    }
}
