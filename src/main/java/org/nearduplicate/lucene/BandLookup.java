package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.lucene.version.PreparedSeek;

/**
 * The band terms of a query that one segment holds, sought once, in order. Small buckets are read on the
 * way, with one enumerator of postings; large ones are opened when they are needed. So memory and work before
 * the first candidate are bounded, whatever the buckets hold.
 *
 * <p>In memory, one terms enumerator that goes from term to term is the fastest. From a disk each seek would
 * wait for its block, so as soon as two take as long as a disk does, the blocks of the next {@value #TOGETHER}
 * terms are asked for together, an enumerator for each.
 */
final class BandLookup {

    /** Documents of small buckets that are read at once, in all of them: 8 kB. */
    static final int FEW = 1024;

    /** Terms whose blocks are asked for at the same time: their enumerators take some 3 kB each. */
    static final int TOGETHER = 32;

    /** Terms that are sought between two looks at the clock. */
    private static final int TIMED = 2;

    /**
     * Nanoseconds of {@value #TIMED} seeks that have waited for a disk: in memory they take less than two
     * microseconds, a read of a fast disk takes 50 at least.
     */
    private static final long WAITED = 30_000;

    /** So many postings are read in windows in the time in which the buckets are asked for one document. */
    private static final long POSTINGS_FOR_A_DOCUMENT = 1024;

    private final Terms indexed;
    private final TermsEnum termsEnum;
    private FewDocuments few;
    private List<Found> large;
    private PostingsEnum postings;
    private long cost;

    private BandLookup(Terms indexed) throws IOException {
        this.indexed = indexed;
        this.termsEnum = indexed.iterator();
    }

    /**
     * Seeks the terms in a segment. O(number of terms) seeks.
     *
     * @param terms the band terms in ascending order
     * @return what was found, or null if nothing was
     */
    static BandLookup seek(LeafReader reader, String field, BytesRef[] terms) throws IOException {
        return seek(reader, field, terms, System::nanoTime);
    }

    /**
     * Does the same.
     *
     * @param clock tells whether seeks wait, in nanoseconds; what is found does not depend on it
     */
    static BandLookup seek(LeafReader reader, String field, BytesRef[] terms, LongSupplier clock)
            throws IOException {
        Terms indexed = reader.terms(field);
        if (indexed == null) {
            return null;
        }
        BandLookup lookup = new BandLookup(indexed);
        lookup.seek(terms, clock);
        return lookup.cost == 0 ? null : lookup;
    }

    /** Returns the number of postings: the sum of the document frequencies of the terms found. */
    long cost() {
        return cost;
    }

    /**
     * Returns the candidates: the documents of all buckets found, each once. To be called once.
     *
     * @param asked how often a document will be asked for at most
     */
    DocIdSetIterator candidates(long asked) throws IOException {
        if (large == null) {
            return few.iterator();
        }
        return asked < cost / POSTINGS_FOR_A_DOCUMENT
                ? new SoughtBuckets(open(), cost)
                : new BucketUnion(open(), cost);
    }

    private void seek(BytesRef[] terms, LongSupplier clock) throws IOException {
        long now = clock.getAsLong();
        for (int next = 0; next < terms.length;) {
            long begin = now;
            next = seekInTurn(terms, next);
            now = clock.getAsLong();
            if (now - begin > WAITED) {
                next = seekTogether(terms, next);
                now = clock.getAsLong();
            }
        }
    }

    private int seekInTurn(BytesRef[] terms, int from) throws IOException {
        int to = Math.min(from + TIMED, terms.length);
        for (int i = from; i < to; i++) {
            if (termsEnum.seekExact(terms[i])) {
                found(terms[i], termsEnum);
            }
        }
        return to;
    }

    private int seekTogether(BytesRef[] terms, int from) throws IOException {
        int to = Math.min(from + TOGETHER, terms.length);
        TermsEnum[] enumerators = new TermsEnum[to - from];
        PreparedSeek[] seeks = new PreparedSeek[to - from];
        for (int i = 0; i < seeks.length; i++) {
            enumerators[i] = indexed.iterator();
            seeks[i] = PreparedSeek.prepare(enumerators[i], terms[from + i]);
        }
        for (int i = 0; i < seeks.length; i++) {
            if (seeks[i].isFound()) {
                found(terms[from + i], enumerators[i]);
            }
        }
        return to;
    }

    private void found(BytesRef term, TermsEnum at) throws IOException {
        int size = at.docFreq();
        cost += size;
        if (size <= FEW - (few == null ? 0 : few.size())) {
            read(at, size);
        } else {
            keep(term, at.termState());
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
        large.add(new Found(term, state));
    }

    /** Opens the large buckets; whoever iterates them finds those to be read prefetched. */
    private DocIdSetIterator[] open() throws IOException {
        List<DocIdSetIterator> buckets = new ArrayList<>(large.size() + 1);
        if (few != null) {
            buckets.add(few.iterator());
        }
        for (Found found : large) {
            termsEnum.seekExact(found.term, found.state);
            buckets.add(termsEnum.postings(null, PostingsEnum.NONE));
        }
        return buckets.toArray(DocIdSetIterator[]::new);
    }

    private record Found(BytesRef term, TermState state) {}
}
