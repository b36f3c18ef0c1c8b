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
import org.apache.lucene.util.DocIdSetBuilder;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.lucene.version.DocumentBits;

/**
 * The band terms of a query that one segment holds, sought once, in order. They are read on the way, with one
 * enumerator of postings, into a set of documents; except for large ones after the first {@value #FEW} postings, of which
 * the first {@value #MOST_LARGE} are opened when they are needed. So memory is bounded, whatever the buckets hold: a bit
 * for each document, and the enumerators.
 */
final class BandLookup implements Lookup.InSegment {

    /** The first postings, which are read whatever terms they are of: those of some dozens of near duplicates. */
    static final int FEW = 1024;

    /** Documents from which on a term is opened when it is needed. */
    static final int LARGE = 128;

    /** The terms that are opened when they are needed, at most. */
    static final int MOST_LARGE = 256;

    /** So many postings are read in windows in the time that one document takes to be sought in all buckets. */
    private static final long POSTINGS_FOR_A_DOCUMENT = 1024;

    private final TermsEnum termsEnum;
    private final int maxDoc;
    private DocIdSetBuilder read;
    private long readCount;
    private List<Large> large = List.of();
    private PostingsEnum postings;
    private long cost;

    private BandLookup(TermsEnum termsEnum, int maxDoc) {
        this.termsEnum = termsEnum;
        this.maxDoc = maxDoc;
    }

    /**
     * Seeks the terms in a segment: O(number of terms) seeks, and the terms of each. Returns null if nothing was found, which does not
     * depend on the clock, of nanoseconds.
     */
    static BandLookup seek(
            LeafReader reader, String field, TermKeys terms, Runnable checkCancelled,
            LongSupplier clock)
            throws IOException {
        Terms indexed = reader.terms(field);
        if (indexed == null) {
            return null;
        }
        BandLookup lookup = new BandLookup(indexed.iterator(), reader.maxDoc());
        new TermSeeks(indexed, lookup.termsEnum, terms, checkCancelled, lookup::found)
                .seek(0, terms.count(), clock);
        return lookup.cost == 0 ? null : lookup;
    }

    /** Returns the number of postings: the sum of the document frequencies of the terms found. */
    @Override
    public long cost() {
        return cost;
    }

    @Override
    public DocIdSetIterator candidates(long leadCost) throws IOException {
        if (large.isEmpty()) {
            return read.build().iterator();
        }
        return leadCost < cost / POSTINGS_FOR_A_DOCUMENT
                ? new SoughtBuckets(open(), cost)
                : new BucketUnion(open(), cost);
    }

    private boolean found(int number, TermsEnum at) throws IOException {
        int size = at.docFreq();
        cost += size;
        if (size >= LARGE && readCount + size > FEW && large.size() < MOST_LARGE) {
            keep(at);
        } else {
            read(at);
            readCount += size;
        }
        return true;
    }

    private void keep(TermsEnum at) throws IOException {
        if (large.isEmpty()) {
            large = new ArrayList<>();
        }
        large.add(new Large(BytesRef.deepCopyOf(at.term()), at.termState()));
    }

    private void read(TermsEnum at) throws IOException {
        if (read == null) {
            read = new DocIdSetBuilder(maxDoc);
        }
        postings = at.postings(postings, PostingsEnum.NONE);
        read.add(postings);
    }

    /** Opens the large buckets. */
    private DocIdSetIterator[] open() throws IOException {
        List<DocIdSetIterator> buckets = new ArrayList<>(large.size() + 1);
        if (read != null) {
            buckets.add(read.build().iterator());
        }
        for (Large found : large) {
            termsEnum.seekExact(found.term, found.state);
            buckets.add(termsEnum.postings(null, PostingsEnum.NONE));
        }
        return buckets.toArray(DocIdSetIterator[]::new);
    }

    private record Large(BytesRef term, TermState state) {}

    /**
     * The candidates of one segment: the union of the buckets found, each document once, in order.
     *
     * <p>Buckets are merged in windows of {@value #WINDOW} documents, each beginning at the next
     * candidate, and a filter that leads makes the buckets skip.
     */
    static final class BucketUnion extends WindowedDocuments {

        private static final int WINDOW = 4096;

        private final DocIdSetIterator[] buckets;
        private int open;

        /** @param buckets their documents, not yet iterated; changed */
        BucketUnion(DocIdSetIterator[] buckets, long cost) {
            super(WINDOW, cost);
            this.buckets = buckets;
            this.open = buckets.length;
        }

        @Override
        void fill(FixedBitSet window, int start, int end) throws IOException {
            for (int i = 0; i < open; i++) {
                if (buckets[i].docID() < end) {
                    DocumentBits.set(buckets[i], end, window, start);
                }
            }
        }

        /** Advances all buckets, drops those that end and returns the lowest document among the rest. */
        @Override
        int first(int target) throws IOException {
            int lowest = NO_MORE_DOCS;
            for (int i = open - 1; i >= 0; i--) {
                DocIdSetIterator bucket = buckets[i];
                int next = bucket.docID() < target ? bucket.advance(target) : bucket.docID();
                if (next == NO_MORE_DOCS) {
                    buckets[i] = buckets[--open];
                } else {
                    lowest = Math.min(lowest, next);
                }
            }
            return lowest;
        }
    }

    /**
     * The candidates of one segment where few of its documents are sought: the same as those of {@link
     * BucketUnion}, but what lies between is not read, nor are other buckets once one has the document.
     */
    static final class SoughtBuckets extends DocIdSetIterator {

        private final DocIdSetIterator[] buckets;
        private final long cost;
        private int doc = -1;

        /** @param buckets their documents, not yet iterated */
        SoughtBuckets(DocIdSetIterator[] buckets, long cost) {
            this.buckets = buckets;
            this.cost = cost;
        }

        @Override
        public int docID() {
            return doc;
        }

        @Override
        public int nextDoc() throws IOException {
            return advance(doc + 1);
        }

        @Override
        public int advance(int target) throws IOException {
            int lowest = NO_MORE_DOCS;
            for (DocIdSetIterator bucket : buckets) {
                int next = bucket.docID() < target ? bucket.advance(target) : bucket.docID();
                if (next == target) {
                    return doc = target;
                }
                lowest = Math.min(lowest, next);
            }
            return doc = lowest;
        }

        @Override
        public long cost() {
            return cost;
        }
    }
}
