package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;

/**
 * The prints of a query that one segment holds, sought once, in order. Documents of small buckets are read on the way; of large
 * buckets the number of the term and the size are kept, and they are sought again where their documents are needed, so that none of
 * what may be millions keeps an enumerator.
 */
final class PrintLookup implements Lookup.Found {

    /** Documents of small buckets that are read at once, in all of them: 32 kB. */
    static final int FEW = 8192;

    /** What a scorer takes beside its terms and the large buckets, at most. */
    static final long BYTES = 2L * Integer.BYTES * FEW + PrintCandidates.BYTES;

    /** What each of the large buckets takes. */
    static final int BYTES_OF_LARGE = Long.BYTES + 2 * Integer.BYTES;

    private static final long TOO_LARGE = Long.MIN_VALUE >>> 1;
    private static final int NUMBER_BITS = Integer.SIZE - 1;

    private final Lookup.PrintTerms sought;
    private final TermsEnum termsEnum;
    private final int maxDoc;
    private final Runnable checkCancelled;
    private int[] few = {};
    private int fewSize;
    private long[] large = {};
    private int largeCount;
    private int tooLarge;
    private int found;
    private int leading;
    private long cost;
    private PostingsEnum postings;

    private PrintLookup(
            Lookup.PrintTerms sought, TermsEnum termsEnum, int maxDoc, Runnable checkCancelled) {
        this.sought = sought;
        this.termsEnum = termsEnum;
        this.maxDoc = maxDoc;
        this.checkCancelled = checkCancelled;
    }

    /**
     * Seeks the terms in a segment. O(number of terms) seeks.
     *
     * @param sought the terms, and how many of them a document has to have
     * @param checkCancelled throws if the search is to stop
     * @return what was found, or null if no document has enough
     */
    static PrintLookup seek(
            LeafReader reader, String field, Lookup.PrintTerms sought, Runnable checkCancelled)
            throws IOException {
        Terms indexed = reader.terms(field);
        if (indexed == null) {
            return null;
        }
        PrintLookup lookup =
                new PrintLookup(sought, indexed.iterator(), reader.maxDoc(), checkCancelled);
        new TermSeeks(indexed, lookup.termsEnum, sought.terms(), checkCancelled, lookup::found)
                .seek(0, sought.terms().count(), System::nanoTime);
        lookup.chooseLeading();
        return lookup.found < sought.needed() || lookup.cost == 0 ? null : lookup;
    }

    @Override
    public long cost() {
        return cost;
    }

    @Override
    public DocIdSetIterator candidates(long asked) {
        int[] documents = Arrays.copyOf(few, fewSize);
        Arrays.sort(documents);
        int[] numbers = new int[largeCount];
        Arrays.setAll(numbers, i -> (int) large[i] & Integer.MAX_VALUE);
        return new PrintCandidates(
                documents, new PrintCandidates.Large(termsEnum, sought.terms(), numbers), leading,
                sought.needed(), PrintCandidates.window(largeCount, maxDoc, asked), cost,
                checkCancelled);
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
}
