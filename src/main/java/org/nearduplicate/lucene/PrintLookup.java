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

/**
 * The prints of a query that one segment holds, sought once, in order. Documents of small buckets are read on the way; large
 * buckets are sought again where their documents are needed, so that none of what may be millions keeps an enumerator.
 */
final class PrintLookup implements Lookup.Found {

    /** Documents of small buckets that are read at once, in all of them: 32 kB. */
    static final int FEW = 8192;

    /** Terms between two checks whether to go on: a fraction of a millisecond in memory. */
    private static final int UNCHECKED = 128;

    private final Lookup.Prints sought;
    private final TermsEnum termsEnum;
    private final Runnable checkCancelled;
    private final LargePrints.Builder large = new LargePrints.Builder();
    private int[] few = {};
    private int fewSize;
    private int found;
    private long cost;
    private PostingsEnum postings;

    private PrintLookup(Lookup.Prints sought, TermsEnum termsEnum, Runnable checkCancelled) {
        this.sought = sought;
        this.termsEnum = termsEnum;
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
            LeafReader reader, String field, Lookup.Prints sought, Runnable checkCancelled)
            throws IOException {
        Terms indexed = reader.terms(field);
        if (indexed == null) {
            return null;
        }
        PrintLookup lookup = new PrintLookup(sought, indexed.iterator(), checkCancelled);
        new TermSeeks(indexed, lookup.termsEnum, lookup::term, lookup::found)
                .seek(sought.terms().count(), System::nanoTime);
        return lookup.found < sought.needed() || lookup.cost == 0 ? null : lookup;
    }

    @Override
    public long cost() {
        return cost;
    }

    @Override
    public DocIdSetIterator candidates(long asked) {
        int[] docs = Arrays.copyOf(few, fewSize);
        Arrays.sort(docs);
        return new PrintCandidates(
                docs, large.build(termsEnum, sought.terms(), sought.needed() - 1),
                sought.needed(), cost, checkCancelled);
    }

    private BytesRef term(int number) {
        if (number % UNCHECKED == 0) {
            checkCancelled.run();
        }
        return sought.terms().term(number);
    }

    private void found(int number, TermsEnum at) throws IOException {
        int size = at.docFreq();
        boolean isTooLarge = sought.tooLarge().get(number);
        found++;
        cost += isTooLarge ? 0 : size;
        if (isTooLarge || size > FEW - fewSize) {
            large.add(number, size, isTooLarge);
        } else {
            read(at, size);
        }
    }

    private void read(TermsEnum at, int size) throws IOException {
        few = ArrayUtil.grow(few, fewSize + size);
        postings = at.postings(postings, PostingsEnum.NONE);
        for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc =
                postings.nextDoc()) {
            few[fewSize++] = doc;
        }
    }
}
