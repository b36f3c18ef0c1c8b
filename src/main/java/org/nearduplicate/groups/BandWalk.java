package org.nearduplicate.groups;

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Walks band terms of one shard in order, from some position until it has done enough, and takes down those
 * of several documents. Belongs to one thread. Allocates nothing per term.
 *
 * <p>Where all documents take part, a term of one document is passed over without reading its postings. So it is where
 * some are selected, whose lone documents need not be counted: a term counts as left out if it is that of any.
 *
 * <p>A walk ends between two documents, be it within a term. What is known of a part of a term tells
 * nothing of the rest, so a part with documents is never left out.
 */
final class BandWalk {

    private final BandTermFormat format;
    private final Participants participants;
    private final WalkOptions options;
    private final JobMonitor monitor;
    private final BandBlock.Writer block;

    private SegmentMerge terms;

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
    }

    /** Returns the terms from a position on. Called once. */
    BandBlock walk(String field, WalkPosition start) throws IOException {
        try (block) {
            if (participants.count() == 0) {
                return block.finish(options.end());
            }
            terms = SegmentMerge.open(participants, field, format, start);
            BandTermCursor first = terms.current();
            nextDoc = first != null && first.key() == start.key() ? start.doc() : 0;
            while (isAtEnd() == false && isDone() == false) {
                if (isLoneDocument()) {
                    block.leaveOut();
                    advance();
                } else {
                    write();
                }
            }
            return block.finish(
                    isAtEnd()
                            ? options.end()
                            : new WalkPosition(terms.current().key(), nextDoc));
        }
    }

    private boolean isAtEnd() {
        return terms.current() == null || terms.current().key() >= options.endKey();
    }

    private boolean isDone() {
        return visits >= options.maxVisits() || block.length() >= options.maxBytes();
    }

    /** Returns whether a term is to be left out for having one document, if that is told at once. */
    private boolean isLoneDocument() throws IOException {
        return options.minDocuments() > 1
                && (participants.areAll() || participants.areSelected())
                && nextDoc == 0
                && terms.isLast()
                && terms.current().documents() == 1;
    }

    /** Writes the documents of a term, of all segments, and moves to the next term unless it is done. */
    private void write() throws IOException {
        long key = terms.current().key();
        int minDocuments = nextDoc == 0 ? options.minDocuments() : 1;
        block.begin(key);
        boolean isWhole;
        do {
            isWhole = writeDocuments();
        } while (isWhole && advance() && terms.current().key() == key);
        block.end(isWhole ? minDocuments : 1);
        if (isWhole) {
            nextDoc = 0;
        }
    }

    /** Writes the documents of a segment; false if the walk ends before the last of them. */
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
