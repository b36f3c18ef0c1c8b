package org.nearduplicate.groups.shard;

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.groups.shard.SegmentMerge.BandTermCursor;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * Scans band terms of one shard in order, from some position until it has done enough, and returns those
 * whose buckets have several documents: a bucket has all terms with the same first rows. Not thread-safe.
 * Allocates nothing per term.
 *
 * <p>The first term of a bucket is passed over without reading its postings if it has one document, as most have; it is
 * sought once more if the next term is of the same bucket. That is done where all documents take part, and where some are
 * selected: there a term of another document is counted as left out too, which nobody needs.
 *
 * <p>A scan ends between two documents, be it within a bucket or a term. A part of a bucket says
 * nothing about the rest, so a part with documents is never left out.
 */
final class BandScan {

    private final BandTermFormat format;
    private final Participants participants;
    private final ScanOptions options;
    private final JobMonitor monitor;
    private final BandBlock.Writer block;

    private SegmentMerge terms;

    /** After the bucket that an earlier scan ended in, 0 if it ended between two. */
    private long endOfPart;

    /** The first document of its term that is not yet visited, 0 for all of them. */
    private int nextDoc;

    private int visits;

    BandScan(
            BandTermFormat format,
            Participants participants,
            ScanOptions options,
            JobMonitor monitor) {
        this.format = format;
        this.participants = participants;
        this.options = options;
        this.monitor = monitor;
        this.block = new BandBlock.Writer(monitor);
    }

    /** Returns the terms from a position on. Called once. */
    BandBlock scan(String field, ScanPosition start) throws IOException {
        try (block) {
            if (participants.count() == 0) {
                return block.finish(options.end());
            }
            terms = SegmentMerge.open(participants, field, format, start);
            endOfPart = start.equals(startOfBucket(start.key())) ? 0 : endOfBucket(start.key());
            nextDoc = isBefore(start.key() + 1) ? start.doc() : 0;
            boolean isWhole = true;
            while (isBefore(options.endKey()) && isDone() == false) {
                isWhole = writeBucket();
            }
            return block.finish(end(isWhole));
        }
    }

    private ScanPosition end(boolean isWhole) {
        if (isBefore(options.endKey()) == false) {
            return options.end();
        }
        long key = terms.current().key();
        return isWhole ? startOfBucket(key) : new ScanPosition(key, nextDoc);
    }

    private ScanPosition startOfBucket(long key) {
        return new ScanPosition(BandRows.first(key, options.rows()), 0);
    }

    private long endOfBucket(long key) {
        return BandRows.last(key, options.rows()) + 1;
    }

    /** Returns whether there is a term before a key. */
    private boolean isBefore(long key) {
        return terms.current() != null && terms.current().key() < key;
    }

    private boolean isDone() {
        return visits >= options.maxVisits() || block.length() >= options.maxBytes();
    }

    /** Writes the documents of a bucket; false if the scan ends before the last of them. */
    private boolean writeBucket() throws IOException {
        BandTermCursor first = terms.current();
        long key = first.key();
        long end = endOfBucket(key);
        int minDocuments = end == endOfPart ? 1 : options.minDocuments();
        if (minDocuments > 1 && hasLoneDocument()) {
            advance();
            if (isBefore(end) == false) {
                block.leaveOut();
                return true;
            }
            writeTerm(key, first.firstDocument(key));
        }
        return writeTerms(end, minDocuments);
    }

    /** Writes the documents of the terms of a bucket that are left; false if the scan ends before the last of them. */
    private boolean writeTerms(long end, int minDocuments) throws IOException {
        boolean isWhole = true;
        while (isWhole && isBefore(end)) {
            isWhole = isDone() == false && writeTerm();
        }
        block.endBucket(isWhole ? minDocuments : 1);
        return isWhole;
    }

    /** Returns whether the term has one document, as far as its statistics can be trusted. */
    private boolean hasLoneDocument() throws IOException {
        return (participants.areAll() || participants.areSelected())
                && terms.isLast()
                && terms.current().documents() == 1;
    }

    private void writeTerm(long key, int doc) {
        block.begin(key);
        if (participants.contains(doc)) {
            block.add(doc);
        }
        block.end();
    }

    /** Writes the documents of a term, of all segments, and moves to the next term unless the scan ends before. */
    private boolean writeTerm() throws IOException {
        long key = terms.current().key();
        block.begin(key);
        boolean isWhole;
        do {
            isWhole = writeDocuments();
        } while (isWhole && advance() && terms.current().key() == key);
        block.end();
        if (isWhole) {
            nextDoc = 0;
        }
        return isWhole;
    }

    /** Writes the documents of a segment; false if the scan ends before the last of them. */
    private boolean writeDocuments() throws IOException {
        PostingsEnum postings = terms.current().postings();
        int base = terms.current().docBase();
        int segmentDoc = nextDoc > base ? postings.advance(nextDoc - base) : postings.nextDoc();
        for (; segmentDoc != DocIdSetIterator.NO_MORE_DOCS; segmentDoc = postings.nextDoc()) {
            int doc = base + segmentDoc;
            if (isDone()) {
                nextDoc = doc;
                return false;
            }
            if (participants.contains(doc)) {
                block.add(doc);
            }
            monitor.checkCancelled(visits++);
        }
        return true;
    }

    /** Moves to the next term, of whichever segment it is; false if there is none. */
    private boolean advance() throws IOException {
        monitor.checkCancelled(visits++);
        return terms.next();
    }
}
