package org.nearduplicate.stats;

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.SegmentMerge;
import org.nearduplicate.groups.shard.SegmentMerge.BandTermCursor;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.stats.FieldFigures.TermFigures;

/**
 * Walks all terms of a field of a shard once, counts those of participating documents, and finds the largest buckets. A
 * bucket has all terms with the same first rows. Not thread-safe.
 *
 * <p>If all documents participate, term statistics count them. Postings are then read only for the first document of a
 * bucket that has several terms or may be among the largest. Otherwise all postings are read, as statistics also count
 * other documents.
 */
final class BucketCensus {

    /**
     * Bytes of a term: its nine characters without the common prefix of its block, packed, and its share of the block and
     * of the index of blocks. Measured between 4.3 in large segments and 7.5 in small ones.
     */
    private static final double TERM = 4.8;

    /** Bytes of the number of documents and of the pointer to their list. A single document is stored with the term. */
    private static final double LIST = 2.5;

    /** Documents of a list that are packed in bits as a block. Those after the last block are variable-length integers. */
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

    /** The first document, {@link Integer#MAX_VALUE} if no term was read. */
    private int first;

    /** The cursor at the only term of the bucket, if its postings were not read; or null. */
    private BandTermCursor passed;

    private long passedKey;
    private int step;

    /**
     * @param rows the first rows of a band that make a bucket
     * @param largest takes the buckets, or null
     */
    BucketCensus(
            Participants participants, int rows, LargestBuckets largest, JobMonitor monitor) {
        this.participants = participants;
        this.rows = rows;
        this.largest = largest;
        this.monitor = monitor;
    }

    /** Walks the terms of a field. Called once. O(terms and postings of the field). */
    void scan(String field, BandTermFormat format) throws IOException {
        SegmentMerge merge =
                SegmentMerge.open(participants, field, format, ScanPosition.START);
        while (merge.current() != null) {
            scanBucket(merge);
        }
    }

    TermFigures figures() {
        return new TermFigures(terms, postings, Math.round(bytes));
    }

    private void scanBucket(SegmentMerge merge) throws IOException {
        long key = merge.current().key();
        long last = BandRows.last(key, rows);
        documents = 0;
        first = Integer.MAX_VALUE;
        passed = null;
        do {
            scanTerm(merge);
        } while (merge.current() != null && merge.current().key() <= last);
        postings += documents;
        if (documents >= least()) {
            largest.offer(BandRows.first(key, rows), documents, first);
        }
    }

    private void scanTerm(SegmentMerge merge) throws IOException {
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

    /** Returns the fewest documents of a bucket that may be among the largest. */
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
     * Estimates the bytes of a term of a segment with its documents. Lucene reports them only for whole segments, by
     * reading all of their dictionaries again, and including hidden documents.
     *
     * @param documents its documents, at least 1
     * @param shown the documents of the segment that the reader shows; a merge may remove the others
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
