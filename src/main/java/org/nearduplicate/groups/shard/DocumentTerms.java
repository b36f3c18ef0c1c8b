package org.nearduplicate.groups.shard;

import java.io.IOException;
import java.util.function.ObjIntConsumer;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.job.JobMonitor;

/**
 * Finds the terms of documents in a field that has one for each, as that of identifiers. An index leads
 * from terms to documents only, so all terms of the segment are scanned: worth it for many documents,
 * whose stored fields would have to be decompressed otherwise.
 */
public final class DocumentTerms {

    /** The terms that are scanned in less time than it takes to read the stored fields of a document. */
    private static final int TERMS_PER_STORED_DOCUMENT = 128;

    private DocumentTerms() {}

    /** Returns whether so many documents of a segment are found sooner here than in stored fields. */
    public static boolean areWorthAScan(int documents, LeafReader segment) {
        return documents * (long) TERMS_PER_STORED_DOCUMENT >= segment.maxDoc();
    }

    /**
     * Finds the terms of documents. O(terms and postings of the field in the segment), and a bit and a
     * half for each document of the segment.
     *
     * @param segmentDocs the documents, by their numbers in the segment, ascending
     * @param consumer takes the terms in their order, each valid during the call, and the place of its document among those
     *     given; a document without a term is passed over
     * @param monitor is charged for the memory, and may stop the scan
     */
    public static void forEach(
            LeafReader segment,
            String field,
            int[] segmentDocs,
            ObjIntConsumer<BytesRef> consumer,
            JobMonitor monitor)
            throws IOException {
        Terms terms = segment.terms(field);
        if (terms == null) {
            return;
        }
        RankedBitSet wanted = new RankedBitSet(segment.maxDoc(), monitor);
        try {
            for (int segmentDoc : segmentDocs) {
                wanted.add(segmentDoc);
            }
            wanted.finish();
            scan(terms.iterator(), wanted, consumer, monitor);
        } finally {
            wanted.release();
        }
    }

    private static void scan(
            TermsEnum terms, RankedBitSet wanted, ObjIntConsumer<BytesRef> consumer,
            JobMonitor monitor)
            throws IOException {
        PostingsEnum postings = null;
        int step = 0;
        for (BytesRef term = terms.next(); term != null; term = terms.next()) {
            postings = terms.postings(postings, PostingsEnum.NONE);
            for (int segmentDoc =
                    postings.nextDoc(); segmentDoc != DocIdSetIterator.NO_MORE_DOCS; segmentDoc =
                            postings.nextDoc()) {
                if (wanted.contains(segmentDoc)) {
                    consumer.accept(term, wanted.place(segmentDoc));
                }
            }
            monitor.checkCancelled(step++);
        }
    }
}
