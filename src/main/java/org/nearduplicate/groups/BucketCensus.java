package org.nearduplicate.groups;

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Walks all terms of a field of a shard once, counts those that participating documents have, and finds the largest of their
 * buckets. Belongs to one thread.
 *
 * <p>Where all documents take part, term statistics count them, and postings are read only to find the first document
 * of a bucket that may be among the largest. Else all postings are read: statistics count the others too.
 */
final class BucketCensus {

    private final Participants participants;
    private final LargestBuckets largest;
    private final JobMonitor monitor;
    private final BandTermBytes bytes = new BandTermBytes();

    private long terms;
    private long postings;
    private int documents;
    private int first;
    private int step;

    /**
     * @param largest takes the buckets, or null
     * @param monitor may stop the walk
     */
    BucketCensus(Participants participants, LargestBuckets largest, JobMonitor monitor) {
        this.participants = participants;
        this.largest = largest;
        this.monitor = monitor;
    }

    /** Walks the terms of a field. Called once. O(terms and postings of the field). */
    void walk(String field, BandTermFormat format) throws IOException {
        SegmentMerge merge =
                SegmentMerge.open(participants, field, format, WalkPosition.START);
        while (merge.current() != null) {
            walkTerm(merge);
        }
    }

    /** Returns what was counted. */
    TermFigures figures() {
        return new TermFigures(terms, postings, bytes.estimate());
    }

    private void walkTerm(SegmentMerge merge) throws IOException {
        long key = merge.current().key();
        boolean isInOneSegment = merge.isLast();
        documents = 0;
        do {
            monitor.checkCancelled(step++);
            BandTermCursor cursor = merge.current();
            int before = documents;
            if (participants.areAll()) {
                addAll(cursor, isInOneSegment);
            } else {
                addParticipants(cursor);
            }
            if (documents > before) {
                bytes.add(documents - before, cursor.shownDocuments());
            }
        } while (merge.next() && merge.current().key() == key);
        terms += documents > 0 ? 1 : 0;
        postings += documents;
        if (documents >= least()) {
            largest.offer(key, documents, first);
        }
    }

    /** Returns how many documents a bucket has at least that anybody asks for. */
    private int least() {
        return largest == null ? Integer.MAX_VALUE : largest.least();
    }

    private void addAll(BandTermCursor cursor, boolean isInOneSegment) throws IOException {
        int more = cursor.documents();
        if (documents == 0 && (isInOneSegment == false || more >= least())) {
            first = cursor.docBase() + cursor.postings().nextDoc();
        }
        documents += more;
    }

    private void addParticipants(BandTermCursor cursor) throws IOException {
        PostingsEnum bucket = cursor.postings();
        while (bucket.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            monitor.checkCancelled(step++);
            int doc = cursor.docBase() + bucket.docID();
            if (participants.contains(doc)) {
                first = documents == 0 ? doc : first;
                documents++;
            }
        }
    }
}
