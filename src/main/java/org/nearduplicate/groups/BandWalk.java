package org.nearduplicate.groups;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.PriorityQueue;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * Walks the band terms of one shard in order, and takes down those of several documents. Belongs to one
 * thread. Allocates nothing per term.
 *
 * <p>The terms of segments are merged by their keys: the segment whose turn it is stands apart, the
 * others wait in a queue, so that the first of these tells whether a term is in one segment only. Where
 * all documents take part, a term of one document is passed over without reading its postings.
 */
final class BandWalk {

    private static final int CHECK_INTERVAL = 1 << 12;

    private final BandTermFormat format;
    private final Participants participants;
    private final int minDocuments;
    private final JobMonitor monitor;
    private final IntList documents;
    private final BandBlock.Writer block;
    private final Waiting waiting;

    private int checkIn = CHECK_INTERVAL;

    /**
     * @param minDocuments terms of fewer participating documents are counted but left out
     * @param monitor may stop the walk
     */
    BandWalk(
            BandTermFormat format, Participants participants, int minDocuments,
            JobMonitor monitor) {
        this.format = format;
        this.participants = participants;
        this.minDocuments = minDocuments;
        this.monitor = monitor;
        this.documents = new IntList(monitor);
        this.block = new BandBlock.Writer(monitor);
        this.waiting = new Waiting(participants.reader().leaves().size());
    }

    /** Returns the terms of a range. Called once. */
    BandBlock walk(String field, BandRange range) throws IOException {
        seek(field, range.from());
        BandTermCursor current = waiting.pop();
        while (current != null && current.key() < range.to()) {
            if (isInOneSegment(current) && isLeftOut(current)) {
                block.leaveOut();
                current = advance(current);
            } else {
                current = write(current);
            }
            step();
        }
        documents.release();
        return block.finish();
    }

    private void seek(String field, long key) throws IOException {
        BytesRef first = first(key);
        List<LeafReaderContext> segments = participants.reader().leaves();
        for (LeafReaderContext segment : segments) {
            Terms terms = segment.reader().terms(field);
            if (terms != null) {
                BandTermCursor cursor = new BandTermCursor(
                        field, segment, terms.iterator(), format);
                if (cursor.seek(first)) {
                    waiting.add(cursor);
                }
            }
        }
    }

    /** The first range begins with whatever is there, so that what sorts before all terms is refused. */
    private BytesRef first(long key) {
        if (key == 0) {
            return new BytesRef();
        }
        byte[] first = new byte[format.width()];
        format.write(key, first);
        return new BytesRef(first);
    }

    private boolean isInOneSegment(BandTermCursor current) {
        return waiting.size() == 0 || current.key() < waiting.top().key();
    }

    /** Returns whether a term of one segment has too few documents, if that can be told at once. */
    private boolean isLeftOut(BandTermCursor current) throws IOException {
        return minDocuments > 1 && participants.areAll() && current.documents() == 1;
    }

    /** Writes a term with the documents of all segments, and returns the segment of the next one. */
    private BandTermCursor write(BandTermCursor first) throws IOException {
        long key = first.key();
        documents.clear();
        BandTermCursor current = first;
        do {
            readDocuments(current);
            current = advance(current);
        } while (current != null && current.key() == key);
        if (documents.size() >= minDocuments) {
            block.write(key, documents);
        } else if (documents.size() > 0) {
            block.leaveOut();
        }
        return current;
    }

    /** Moves a segment to its next term, and returns the segment whose turn it is then, or null. */
    private BandTermCursor advance(BandTermCursor current) throws IOException {
        if (current.next() == false) {
            return waiting.pop();
        }
        if (waiting.size() == 0 || current.isBefore(waiting.top())) {
            return current;
        }
        BandTermCursor next = waiting.top();
        waiting.updateTop(current);
        return next;
    }

    /** Reads the participating documents of the term of a segment. */
    private void readDocuments(BandTermCursor current) throws IOException {
        PostingsEnum postings = current.postings();
        int first = current.firstDocument();
        for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc =
                postings.nextDoc()) {
            if (participants.contains(first + doc)) {
                documents.add(first + doc);
            }
            step();
        }
    }

    private void step() {
        if (--checkIn == 0) {
            monitor.checkCancelled();
            checkIn = CHECK_INTERVAL;
        }
    }

    /** The segments whose turn comes later. */
    private static final class Waiting extends PriorityQueue<BandTermCursor> {

        Waiting(int segments) {
            super(segments);
        }

        @Override
        protected boolean lessThan(BandTermCursor a, BandTermCursor b) {
            return a.isBefore(b);
        }
    }
}
