package org.nearduplicate.stats;

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.groups.shard.BandTermCursor;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.SegmentMerge;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.stats.FieldFigures.TermFigures;

/**
 * Walks all terms of a field of a shard once, counts those that participating documents have, and finds the largest
 * buckets, each of all terms with the same first rows. Belongs to one thread.
 *
 * <p>Where all documents take part, term statistics count them, and postings are read only to find the first document
 * of a bucket of several terms, or of one that may be among the largest. Else all postings are read: statistics count
 * the others too.
 */
final class BucketCensus {

    /**
     * Bytes that a term takes: what is left of its nine characters without those that the terms of its block have in
     * common, packed, and its part of the block and of the index of blocks. Measured between 4.3 in large segments and 7.5
     * in small ones.
     */
    private static final double TERM = 4.8;

    /** Number of documents and place of their list, of a term that has more than the one that stands beside it. */
    private static final double LIST = 2.5;

    /** Documents of a list that are packed together, in bits; those after the last such block take 7 bits a byte. */
    private static final int BLOCK = 128;

    private final Participants participants;
    private final int rows;
    private final LargestBuckets largest;
    private final JobMonitor monitor;

    private double bytes;
    private long terms;
    private long postings;

    /** The participating documents of the bucket. */
    private int documents;

    /** The first of them, {@link Integer#MAX_VALUE} if no term was read. */
    private int first;

    /** Where the only term of the bucket is that was not read, or null. */
    private BandTermCursor passed;

    private long passedKey;
    private int step;

    /**
     * @param rows the first rows of a band that make a bucket
     * @param largest takes the buckets, or null
     * @param monitor may stop the walk
     */
    BucketCensus(
            Participants participants, int rows, LargestBuckets largest, JobMonitor monitor) {
        this.participants = participants;
        this.rows = rows;
        this.largest = largest;
        this.monitor = monitor;
    }

    /** Walks the terms of a field. Called once. O(terms and postings of the field). */
    void walk(String field, BandTermFormat format) throws IOException {
        SegmentMerge merge =
                SegmentMerge.open(participants, field, format, ScanPosition.START);
        while (merge.current() != null) {
            walkBucket(merge);
        }
    }

    /** Returns what was counted. */
    TermFigures figures() {
        return new TermFigures(terms, postings, Math.round(bytes));
    }

    private void walkBucket(SegmentMerge merge) throws IOException {
        long key = merge.current().key();
        long last = BandRows.last(key, rows);
        documents = 0;
        first = Integer.MAX_VALUE;
        passed = null;
        do {
            walkTerm(merge);
        } while (merge.current() != null && merge.current().key() <= last);
        postings += documents;
        if (documents >= least()) {
            largest.offer(BandRows.first(key, rows), documents, first);
        }
    }

    private void walkTerm(SegmentMerge merge) throws IOException {
        long key = merge.current().key();
        boolean isInOneSegment = merge.isLast();
        int beforeTerm = documents;
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
                bytes += bytes(documents - before, cursor.shownDocuments());
            }
        } while (merge.next() && merge.current().key() == key);
        terms += documents > beforeTerm ? 1 : 0;
    }

    /** Returns how many documents a bucket has at least that anybody asks for. */
    private int least() {
        return largest == null ? Integer.MAX_VALUE : largest.least();
    }

    private void addAll(BandTermCursor cursor, boolean isInOneSegment) throws IOException {
        int more = cursor.documents();
        if (documents == 0 && isInOneSegment && more < least()) {
            passed = cursor;
            passedKey = cursor.key();
        } else if (largest != null) {
            if (passed != null) {
                first = passed.firstDocument(passedKey);
                passed = null;
            }
            first = Math.min(first, cursor.firstDocument());
        }
        documents += more;
    }

    private void addParticipants(BandTermCursor cursor) throws IOException {
        PostingsEnum bucket = cursor.postings();
        while (bucket.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            monitor.checkCancelled(step++);
            int doc = cursor.docBase() + bucket.docID();
            if (participants.contains(doc)) {
                first = Math.min(first, doc);
                documents++;
            }
        }
    }

    /**
     * Returns about the bytes that a term of a segment takes with its documents. Lucene itself tells it of whole segments
     * only, by reading all of their dictionaries once more, and of hidden documents as well; so it is not asked.
     *
     * @param documents its documents, at least 1
     * @param shown the documents of the segment that the reader shows; the others tell nothing, and a merge may
     *     remove them
     */
    private static double bytes(int documents, int shown) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(shown / documents);
        int tail = documents % BLOCK;
        double packed = (documents - tail) * (bits + 2) / (double) Byte.SIZE;
        return TERM
                + (documents > 1 ? LIST : 0)
                + packed
                + tail * Math.max(1, Math.ceilDiv(bits, 7));
    }
}
