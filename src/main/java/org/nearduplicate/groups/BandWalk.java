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
import org.nearduplicate.sketch.JobMonitor;

/**
 * Walks band terms of one shard in order, from some position until it has done enough, and takes down those
 * of several documents. Belongs to one thread. Allocates nothing per term.
 *
 * <p>The terms of segments are merged by their keys: the segment whose turn it is stands apart, the
 * others wait in a queue, so that the first of these tells whether a term is in one segment only. Where
 * all documents take part, a term of one document is passed over without reading its postings.
 *
 * <p>A walk ends between two documents, be it within a term. What is known of a part of a term tells
 * nothing of the rest, so a part with documents is never left out.
 */
final class BandWalk {

    private static final int CHECK_MASK = (1 << 12) - 1;

    private final BandTermFormat format;
    private final Participants participants;
    private final WalkOptions options;
    private final JobMonitor monitor;
    private final BandBlock.Writer block;
    private final Waiting waiting;

    /** The segment whose turn it is, null behind the last term. */
    private BandTermCursor current;

    /** The first document of its term that is not yet visited, 0 for all of them. */
    private int nextDoc;

    private int visits;

    /**
     * @param monitor may stop the walk
     */
    BandWalk(
            BandTermFormat format,
            Participants participants,
            WalkOptions options,
            JobMonitor monitor) {
        this.format = format;
        this.participants = participants;
        this.options = options;
        this.monitor = monitor;
        this.block = new BandBlock.Writer(monitor);
        this.waiting = new Waiting(participants.reader().leaves().size());
    }

    /** Returns the terms from a position on. Called once. */
    BandBlock walk(String field, WalkPosition start) throws IOException {
        try (block) {
            seek(field, start);
            nextDoc = current != null && current.key() == start.key() ? start.doc() : 0;
            while (current != null && isDone() == false) {
                if (isLoneDocument()) {
                    block.leaveOut();
                    advance();
                } else {
                    write();
                }
            }
            return block.finish(
                    current == null
                            ? WalkPosition.end(format)
                            : new WalkPosition(current.key(), nextDoc));
        }
    }

    private void seek(String field, WalkPosition start) throws IOException {
        BytesRef first = first(start.key());
        List<LeafReaderContext> segments = participants.reader().leaves();
        for (LeafReaderContext segment : segments) {
            Terms terms = segment.reader().terms(field);
            if (terms != null) {
                BandTermCursor cursor = new BandTermCursor(
                        field, segment, terms.iterator(), format);
                if (cursor.seek(first) && (cursor.isBehind(start) == false || cursor.next())) {
                    waiting.add(cursor);
                }
            }
        }
        current = waiting.pop();
    }

    /** A walk begins with whatever is there, so that what sorts before all terms is refused. */
    private BytesRef first(long key) {
        if (key == 0) {
            return new BytesRef();
        }
        byte[] first = new byte[BandTermFormat.WIDTH];
        format.write(key, first);
        return new BytesRef(first);
    }

    private boolean isDone() {
        return visits >= options.maxVisits() || block.length() >= options.maxBytes();
    }

    /** Returns whether a term is to be left out for having one document, if that is told at once. */
    private boolean isLoneDocument() throws IOException {
        return options.minDocuments() > 1
                && participants.areAll()
                && nextDoc == 0
                && (waiting.size() == 0 || current.key() < waiting.top().key())
                && current.documents() == 1;
    }

    /** Writes the documents of a term, of all segments, and moves to the next term unless it is done. */
    private void write() throws IOException {
        long key = current.key();
        int minDocuments = nextDoc == 0 ? options.minDocuments() : 1;
        block.begin(key);
        boolean isWhole;
        do {
            isWhole = writeDocuments();
        } while (isWhole && advance() && current.key() == key);
        block.end(isWhole ? minDocuments : 1);
        if (isWhole) {
            nextDoc = 0;
        }
    }

    /** Writes the documents of a segment; false if the walk ends before the last of them. */
    private boolean writeDocuments() throws IOException {
        PostingsEnum postings = current.postings();
        int base = current.docBase();
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
            visit();
        }
        return true;
    }

    /** Moves to the next term, of whichever segment it is; false if there is none. */
    private boolean advance() throws IOException {
        visit();
        if (current.next() == false) {
            current = waiting.pop();
        } else if (waiting.size() > 0 && current.isBefore(waiting.top()) == false) {
            BandTermCursor next = waiting.top();
            waiting.updateTop(current);
            current = next;
        }
        return current != null;
    }

    private void visit() {
        if ((++visits & CHECK_MASK) == 0) {
            monitor.checkCancelled();
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
