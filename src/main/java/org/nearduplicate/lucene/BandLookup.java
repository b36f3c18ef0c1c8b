package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * The band terms of a query that one segment holds. They are sought once, in order, with one terms
 * enumerator; the postings are opened when they are needed.
 */
final class BandLookup {

    private final TermsEnum termsEnum;
    private final List<Found> found = new ArrayList<>();
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
        return lookup.found.isEmpty() ? null : lookup;
    }

    /** Returns the number of postings: the sum of the document frequencies of the terms found. */
    long cost() {
        return cost;
    }

    /** Opens all postings; whoever iterates them finds those to be read prefetched. */
    BucketUnion open() throws IOException {
        PostingsEnum[] buckets = new PostingsEnum[found.size()];
        for (int i = 0; i < buckets.length; i++) {
            termsEnum.seekExact(found.get(i).term, found.get(i).state);
            buckets[i] = termsEnum.postings(null, PostingsEnum.NONE);
        }
        return new BucketUnion(buckets, cost);
    }

    private void seek(BytesRef term) throws IOException {
        if (termsEnum.seekExact(term)) {
            found.add(new Found(term, termsEnum.termState()));
            cost += termsEnum.docFreq();
        }
    }

    private record Found(BytesRef term, TermState state) {}
}
