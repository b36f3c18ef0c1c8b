package org.nearduplicate.groups.shard;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.PriorityQueue;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * The band terms of all segments of a shard in order, by their keys, then by segment. Not thread-safe.
 * Allocates nothing per term.
 *
 * <p>The segment whose turn it is stands apart, the others wait in a queue, so that the first of these shows
 * whether a term is in one segment only.
 */
public final class SegmentMerge {

    private final BandTermFormat format;
    private final Waiting waiting;

    /** The segment whose turn it is, null after the last term. */
    private BandTermCursor current;

    private SegmentMerge(BandTermFormat format, int segments) {
        this.format = format;
        this.waiting = new Waiting(segments);
    }

    /**
     * Opens the terms of a field, at the first one that may have documents at or after a position; of those segments only
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
                if (cursor.seek(first) && (cursor.endsBefore(start) == false || cursor.next())) {
                    merge.waiting.add(cursor);
                }
            }
        }
        merge.current = merge.waiting.pop();
        return merge;
    }

    /** Returns the segment whose turn it is, at the term; null after the last. */
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

    /** A scan begins with whatever is there, so that what sorts before all terms is refused. */
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

    /** Steps through the band terms of one segment. Not thread-safe; allocates nothing per term. */
    public static final class BandTermCursor {

        private final String field;
        private final LeafReaderContext segment;
        private final TermsEnum terms;
        private final BandTermFormat format;
        private final BytesRef passed = new BytesRef(new byte[BandTermFormat.WIDTH]);

        /** Goes back to terms that were passed. */
        private TermsEnum back;

        private PostingsEnum postings;
        private long key;

        BandTermCursor(
                String field, LeafReaderContext segment, TermsEnum terms, BandTermFormat format) {
            this.field = field;
            this.segment = segment;
            this.terms = terms;
            this.format = format;
        }

        /** Moves to the first term at or after another one; false if there is none. */
        boolean seek(BytesRef term) throws IOException {
            return terms.seekCeil(term) != TermsEnum.SeekStatus.END && take(terms.term());
        }

        /** Moves to the next term; false if there is none. */
        boolean next() throws IOException {
            return take(terms.next());
        }

        public long key() {
            return key;
        }

        /** Returns in how many documents of the segment the term is, deleted ones included. */
        public int documents() throws IOException {
            return terms.docFreq();
        }

        /** Returns the documents of the term, as they are numbered in the segment. */
        public PostingsEnum postings() throws IOException {
            postings = terms.postings(postings, PostingsEnum.NONE);
            return postings;
        }

        /** Returns the first document of a term that was passed, by its number in the reader. A seek. */
        public int firstDocument(long passedKey) throws IOException {
            if (back == null) {
                back = segment.reader().terms(field).iterator();
            }
            BandTermFormat.write(passedKey, passed.bytes);
            if (back.seekExact(passed) == false) {
                throw new IllegalStateException(
                        "field [" + field + "]: possible corruption: a term is not found again");
            }
            postings = back.postings(postings, PostingsEnum.NONE);
            return docBase() + postings.nextDoc();
        }

        /** Returns the first document of the term, by its number in the reader. */
        public int firstDocument() throws IOException {
            return docBase() + postings().nextDoc();
        }

        /** Returns the number of the first document of the segment in the reader. */
        public int docBase() {
            return segment.docBase;
        }

        /** Returns how many documents of the segment the reader shows. */
        public int shownDocuments() {
            return segment.reader().numDocs();
        }

        /** Returns whether all documents that the term may have in the segment lie before a position. */
        boolean endsBefore(ScanPosition position) {
            return position.isAfter(key, segment.docBase + segment.reader().maxDoc() - 1);
        }

        /** Returns whether the term comes before that of another segment; of equal ones, the segments do. */
        boolean isBefore(BandTermCursor other) {
            return key < other.key
                    || key == other.key && segment.docBase < other.segment.docBase;
        }

        private boolean take(BytesRef term) {
            if (term == null) {
                return false;
            }
            try {
                key = format.key(term.bytes, term.offset, term.length);
            } catch (IllegalStateException e) {
                throw new IllegalStateException("field [" + field + "]: " + e.getMessage(), e);
            }
            return true;
        }
    }
}
