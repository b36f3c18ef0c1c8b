package org.nearduplicate.groups.shard;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.BandTermFormat;

/** Steps through the band terms of one segment. Belongs to one thread; allocates nothing per term. */
public final class BandTermCursor {

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

    /** Moves to the first term at or behind another one; false if there is none. */
    boolean seek(BytesRef term) throws IOException {
        return terms.seekCeil(term) != TermsEnum.SeekStatus.END && take(terms.term());
    }

    /** Moves to the next term; false if there is none. */
    boolean next() throws IOException {
        return take(terms.next());
    }

    /** Returns the key of the term. */
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
    boolean isBehind(ScanPosition position) {
        return position.isBehind(key, segment.docBase + segment.reader().maxDoc() - 1);
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
