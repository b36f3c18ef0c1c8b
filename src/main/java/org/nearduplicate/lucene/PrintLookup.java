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
 * The prints of a query that one segment holds, sought once, in order. Documents of small buckets are read on the way; large
 * buckets are sought again where their documents are needed, so that none of what may be millions keeps an enumerator.
 */
final class PrintLookup implements Lookup.Found {

    /** Documents of small buckets that are read at once, in all of them: 32 kB. */
    static final int FEW = 8192;

    /** What a scorer takes beside its terms and the large buckets, at most. */
    static final long BYTES = 2L * Integer.BYTES * FEW + PrintCandidates.BYTES;

    private final Lookup.PrintTerms sought;
    private final int maxDoc;
    private final int[] few;
    private final LargePrints large;
    private final Runnable checkCancelled;

    private PrintLookup(
            Lookup.PrintTerms sought, int maxDoc, int[] few, LargePrints large,
            Runnable checkCancelled) {
        this.sought = sought;
        this.maxDoc = maxDoc;
        this.few = few;
        this.large = large;
        this.checkCancelled = checkCancelled;
    }

    /**
     * Seeks the terms in a segment. O(number of terms) seeks.
     *
     * @param field that of the prints
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
        TermsEnum termsEnum = indexed.iterator();
        Finder finder = new Finder(sought);
        new TermSeeks(indexed, termsEnum, sought.terms(), checkCancelled, finder::found)
                .seek(0, sought.terms().count(), System::nanoTime);
        LargePrints large = finder.large.build(termsEnum, sought.terms(), sought.needed() - 1);
        PrintLookup lookup = new PrintLookup(
                sought, reader.maxDoc(), finder.few(), large, checkCancelled);
        return finder.found < sought.needed() || lookup.cost() == 0 ? null : lookup;
    }

    @Override
    public long cost() {
        return few.length + large.leadingPostings();
    }

    @Override
    public DocIdSetIterator candidates(long asked) {
        Arrays.sort(few);
        return new PrintCandidates(
                few, large, sought.needed(), PrintCandidates.window(large, maxDoc, asked), cost(),
                checkCancelled);
    }

    /** Takes the terms that there are. */
    private static final class Finder {

        private final Lookup.PrintTerms sought;
        private final LargePrints.Builder large = new LargePrints.Builder();
        private int[] few = {};
        private int fewSize;
        private int found;
        private PostingsEnum postings;

        Finder(Lookup.PrintTerms sought) {
            this.sought = sought;
        }

        private boolean found(int number, TermsEnum at) throws IOException {
            int size = at.docFreq();
            boolean isTooLarge = sought.tooLarge().get(number);
            found++;
            if (isTooLarge || size > FEW - fewSize) {
                large.add(number, size, isTooLarge);
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

        private int[] few() {
            return Arrays.copyOf(few, fewSize);
        }
    }
}
