package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;

/**
 * Tells buckets of up to so many documents from larger ones. Only documents that the reader shows count:
 * deleted ones do not, nor do those that a filtering reader hides, since the answer would tell of them.
 *
 * <p>Term statistics decide where they can: a bucket of few postings is small, and one of many more
 * postings than documents are left out is large. Of the others postings are read, until the limit is
 * exceeded.
 */
final class BucketSizeLimit {

    /** Terms between two checks whether to go on: a fraction of a millisecond in memory. */
    private static final int UNCHECKED = 128;

    /** Terms whose postings are counted together: of millions the counts would be large. */
    private static final int COUNTED = 1 << 12;

    private final IndexReader reader;
    private final long max;
    private final Runnable checkCancelled;
    private final int leftOut;

    /**
     * @param reader the index as its searcher sees it
     * @param max the documents up to which a bucket is small
     * @param checkCancelled throws if the search is to stop
     */
    BucketSizeLimit(IndexReader reader, long max, Runnable checkCancelled) {
        this.reader = reader;
        this.max = max;
        this.checkCancelled = checkCancelled;
        this.leftOut = reader.numDeletedDocs();
    }

    /** Returns the numbers of the terms whose buckets are large. */
    BitSet tooLarge(String field, TermKeys terms) throws IOException {
        BitSet tooLarge = new BitSet();
        for (int from = 0; from < terms.count(); from += COUNTED) {
            int[] postings = postings(field, terms, from, Math.min(COUNTED, terms.count() - from));
            for (int i = 0; i < postings.length; i++) {
                if (postings[i] > max) {
                    checkCancelled.run();
                    tooLarge.set(
                            from + i, postings[i] - leftOut > max
                                    || allowsLive(new Term(field, terms.term(from + i))) == false);
                }
            }
        }
        return tooLarge;
    }

    private int[] postings(String field, TermKeys terms, int from, int count)
            throws IOException {
        int[] postings = new int[count];
        for (LeafReaderContext segment : reader.leaves()) {
            Terms indexed = segment.reader().terms(field);
            if (indexed != null) {
                new TermSeeks(
                        indexed, indexed.iterator(), number -> {
                            if (number % UNCHECKED == 0) {
                                checkCancelled.run();
                            }
                            return terms.term(from + number);
                        }, (number, at) -> postings[number] += at.docFreq())
                        .seek(count, System::nanoTime);
            }
        }
        return postings;
    }

    private boolean allowsLive(Term term) throws IOException {
        long left = max;
        for (LeafReaderContext segment : reader.leaves()) {
            if (left >= 0) {
                left -= live(segment.reader(), term, left);
            }
        }
        return left >= 0;
    }

    /** Returns how many documents of a segment are live, or more than {@code enough} if that many are. */
    private static long live(LeafReader segment, Term term, long enough) throws IOException {
        Bits live = segment.getLiveDocs();
        if (live == null) {
            return segment.docFreq(term);
        }
        PostingsEnum postings = segment.postings(term, PostingsEnum.NONE);
        return postings == null ? 0 : count(postings, live, enough);
    }

    private static long count(PostingsEnum postings, Bits live, long enough) throws IOException {
        long count = 0;
        while (count <= enough && postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            count += live.get(postings.docID()) ? 1 : 0;
        }
        return count;
    }
}
