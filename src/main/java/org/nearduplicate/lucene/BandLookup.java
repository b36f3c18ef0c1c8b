package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/**
 * The band terms of a query that one segment holds, sought once, in order. Small buckets are read on the
 * way, with one enumerator of postings; large ones are opened when they are needed. So memory and work before
 * the first candidate are bounded, whatever the buckets hold.
 */
final class BandLookup implements Lookup.Found {

    /** Documents of small buckets that are read at once, in all of them: 8 kB. */
    static final int FEW = 1024;

    /** So many postings are read in windows in the time in which the buckets are asked for one document. */
    private static final long POSTINGS_FOR_A_DOCUMENT = 1024;

    private final TermsEnum termsEnum;
    private final IntFunction<BytesRef> terms;
    private FewDocuments few;
    private List<Large> large;
    private PostingsEnum postings;
    private long cost;

    private BandLookup(TermsEnum termsEnum, IntFunction<BytesRef> terms) {
        this.termsEnum = termsEnum;
        this.terms = terms;
    }

    /**
     * Seeks the terms in a segment. O(number of terms) seeks.
     *
     * @param terms the band terms
     * @return what was found, or null if nothing was
     */
    static BandLookup seek(LeafReader reader, String field, TermKeys terms) throws IOException {
        return seek(reader, field, terms.count(), terms::term, System::nanoTime);
    }

    /**
     * Does the same.
     *
     * @param count the number of terms
     * @param terms gives each, ascending
     * @param clock tells whether seeks wait, in nanoseconds; what is found does not depend on it
     */
    static BandLookup seek(
            LeafReader reader, String field, int count, IntFunction<BytesRef> terms,
            LongSupplier clock)
            throws IOException {
        Terms indexed = reader.terms(field);
        if (indexed == null) {
            return null;
        }
        BandLookup lookup = new BandLookup(indexed.iterator(), terms);
        new TermSeeks(indexed, lookup.termsEnum, terms, lookup::found).seek(count, clock);
        return lookup.cost == 0 ? null : lookup;
    }

    /** Returns the number of postings: the sum of the document frequencies of the terms found. */
    @Override
    public long cost() {
        return cost;
    }

    /**
     * Returns the candidates: the documents of all buckets found, each once. To be called once.
     *
     * @param asked how often a document will be asked for at most
     */
    @Override
    public DocIdSetIterator candidates(long asked) throws IOException {
        if (large == null) {
            return few.iterator();
        }
        return asked < cost / POSTINGS_FOR_A_DOCUMENT
                ? new SoughtBuckets(open(), cost)
                : new BucketUnion(open(), cost);
    }

    private void found(int number, TermsEnum at) throws IOException {
        int size = at.docFreq();
        cost += size;
        if (size <= FEW - (few == null ? 0 : few.size())) {
            read(at, size);
        } else {
            keep(terms.apply(number), at.termState());
        }
    }

    private void read(TermsEnum at, int size) throws IOException {
        if (few == null) {
            few = new FewDocuments();
        }
        postings = at.postings(postings, PostingsEnum.NONE);
        few.add(postings, size);
    }

    private void keep(BytesRef term, TermState state) {
        if (large == null) {
            large = new ArrayList<>();
        }
        large.add(new Large(term, state));
    }

    /** Opens the large buckets; whoever iterates them finds those to be read prefetched. */
    private DocIdSetIterator[] open() throws IOException {
        List<DocIdSetIterator> buckets = new ArrayList<>(large.size() + 1);
        if (few != null) {
            buckets.add(few.iterator());
        }
        for (Large found : large) {
            termsEnum.seekExact(found.term, found.state);
            buckets.add(termsEnum.postings(null, PostingsEnum.NONE));
        }
        return buckets.toArray(DocIdSetIterator[]::new);
    }

    private record Large(BytesRef term, TermState state) {}
}
