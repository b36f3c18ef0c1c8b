package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/**
 * The band terms of a query that one segment holds, sought once, in order, with one terms enumerator.
 * Small buckets are read on the way, with one enumerator of postings; large ones are opened when they are
 * needed. So memory and work before the first candidate are bounded, whatever the buckets hold.
 */
final class BandLookup {

    /** Documents of small buckets that are read at once, in all of them: 8 kB. */
    static final int FEW = 1024;

    /** So many postings are read in windows in the time in which the buckets are asked for one document. */
    private static final long POSTINGS_FOR_A_DOCUMENT = 1024;

    private final TermsEnum termsEnum;
    private FewDocuments few;
    private List<Found> large;
    private PostingsEnum postings;
    private long cost;

    private BandLookup(TermsEnum termsEnum) {
        this.termsEnum = termsEnum;
    }

    /**
     * Seeks the terms in a segment. O(number of terms) seeks.
     *
     * @param terms the band terms in ascending order
     * @return what was found, or null if nothing was
     */
    static BandLookup seek(LeafReader reader, String field, BytesRef[] terms) throws IOException {
        Terms indexed = reader.terms(field);
        if (indexed == null) {
            return null;
        }
        BandLookup lookup = new BandLookup(indexed.iterator());
        for (BytesRef term : terms) {
            lookup.seek(term);
        }
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

    private void seek(BytesRef term) throws IOException {
        if (termsEnum.seekExact(term)) {
            int size = termsEnum.docFreq();
            cost += size;
            if (size <= FEW - (few == null ? 0 : few.size())) {
                read(size);
            } else {
                keep(term);
            }
        }
    }

    private void read(int size) throws IOException {
        if (few == null) {
            few = new FewDocuments();
        }
        postings = termsEnum.postings(postings, PostingsEnum.NONE);
        few.add(postings, size);
    }

    private void keep(BytesRef term) throws IOException {
        if (large == null) {
            large = new ArrayList<>();
        }
        large.add(new Found(term, termsEnum.termState()));
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
