package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;

/**
 * Finds the buckets of more documents than a limit. Only documents that the reader shows count:
 * deleted ones do not, nor do those that a filtering reader hides, since the answer would reveal them.
 *
 * <p>Term statistics decide where they can: a bucket of few postings is small, and one of many more
 * postings than documents are left out is large. Of the others postings are read, until the limit is
 * exceeded.
 */
final class BucketSizeLimit {

    /** Buckets whose postings are counted together: of millions the counts would be large. */
    private static final int COUNTED = 1 << 12;

    private final IndexReader reader;
    private final long max;
    private final Runnable checkCancelled;
    private final int leftOut;
    private PostingsEnum postings;

    /** @param max the documents up to which a bucket is small */
    BucketSizeLimit(IndexReader reader, long max, Runnable checkCancelled) {
        this.reader = reader;
        this.max = max;
        this.checkCancelled = checkCancelled;
        this.leftOut = reader.numDeletedDocs();
    }

    /** Returns the numbers of the buckets that are large. */
    BitSet tooLarge(String field, TermKeys terms) throws IOException {
        BitSet tooLarge = new BitSet();
        for (int from = 0; from < terms.count(); from += COUNTED) {
            int to = Math.min(from + COUNTED, terms.count());
            long[] postings = postings(field, terms, from, to);
            for (int i = from; i < to; i++) {
                if (postings[i - from] > max) {
                    checkCancelled.run();
                    tooLarge.set(
                            i, postings[i - from] - leftOut > max
                                    || isLarge(field, terms, i));
                }
            }
        }
        return tooLarge;
    }

    /** Counts the postings of buckets, or so many of them that they are large. */
    private long[] postings(String field, TermKeys terms, int from, int to) throws IOException {
        long[] postings = new long[to - from];
        for (LeafReaderContext segment : reader.leaves()) {
            TermSeeks.seek(segment.reader(), field, terms, from, to, checkCancelled,
                    (number, at) -> {
                        postings[number - from] += at.docFreq();
                        return postings[number - from] - leftOut <= max;
                    });
        }
        return postings;
    }

    /** Returns whether a bucket has too many live documents, which are counted until they are. */
    private boolean isLarge(String field, TermKeys terms, int number) throws IOException {
        long[] count = {0};
        for (LeafReaderContext segment : reader.leaves()) {
            Bits live = segment.reader().getLiveDocs();
            if (count[0] <= max) {
                TermSeeks.seek(segment.reader(), field, terms, number, number + 1, checkCancelled,
                        (same, at) -> {
                            count[0] +=
                                    live == null ? at.docFreq() : count(at, live, max - count[0]);
                            return count[0] <= max;
                        });
            }
        }
        return count[0] > max;
    }

    /** Counts the live documents of a term, or one more than so many. */
    private long count(TermsEnum at, Bits live, long most) throws IOException {
        long count = 0;
        postings = at.postings(postings, PostingsEnum.NONE);
        while (count <= most && postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            count += live.get(postings.docID()) ? 1 : 0;
        }
        return count;
    }
}
