package org.nearduplicate.groups.shard;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.PriorityQueue;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * The band terms of all segments of a shard in order, by their keys, then by segment. Belongs to one thread.
 * Allocates nothing per term.
 *
 * <p>The segment whose turn it is stands apart, the others wait in a queue, so that the first of these tells
 * whether a term is in one segment only.
 */
public final class SegmentMerge {

    private final BandTermFormat format;
    private final Waiting waiting;

    /** The segment whose turn it is, null behind the last term. */
    private BandTermCursor current;

    private SegmentMerge(BandTermFormat format, int segments) {
        this.format = format;
        this.waiting = new Waiting(segments);
    }

    /**
     * Opens the terms of a field, at the first one that may have documents behind a position; of those segments only
     * in which there are participants.
     *
     * @throws IOException if the index cannot be read
     * @throws IllegalStateException if a term cannot be one of the format
     */
    public static SegmentMerge open(
            Participants participants, String field, BandTermFormat format, ScanPosition start)
            throws IOException {
        IndexReader reader = participants.reader();
        SegmentMerge merge = new SegmentMerge(format, reader.leaves().size());
        BytesRef first = merge.first(start.key());
        for (LeafReaderContext segment : reader.leaves()) {
            Terms terms = segment.reader().terms(field);
            if (terms != null && participants.haveSomeIn(segment)) {
                BandTermCursor cursor = new BandTermCursor(
                        field, segment, terms.iterator(), format);
                if (cursor.seek(first) && (cursor.isBehind(start) == false || cursor.next())) {
                    merge.waiting.add(cursor);
                }
            }
        }
        merge.current = merge.waiting.pop();
        return merge;
    }

    /** Returns the segment whose turn it is, at the term; null behind the last. */
    public BandTermCursor current() {
        return current;
    }

    /** Returns whether no segment whose turn comes later has the term. */
    public boolean isLast() {
        return waiting.size() == 0 || current.key() < waiting.top().key();
    }

    /** Moves to the next term, of whichever segment it is; false if there is none. */
    public boolean next() throws IOException {
        if (current.next() == false) {
            current = waiting.pop();
        } else if (waiting.size() > 0 && current.isBefore(waiting.top()) == false) {
            BandTermCursor next = waiting.top();
            waiting.updateTop(current);
            current = next;
        }
        return current != null;
    }

    /** A walk begins with whatever is there, so that what sorts before all terms is refused. */
    private BytesRef first(long key) {
        if (key == 0) {
            return new BytesRef();
        }
        byte[] first = new byte[BandTermFormat.WIDTH];
        BandTermFormat.write(key, first);
        return new BytesRef(first);
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
