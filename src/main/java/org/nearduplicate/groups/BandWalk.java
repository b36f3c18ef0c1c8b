package org.nearduplicate.groups;

import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * Walks the band terms of one shard in order, and takes down those of several documents. Belongs to one
 * thread. Allocates nothing per term.
 *
 * <p>Where all documents take part, a term of one document is passed over without reading its postings.
 */
final class BandWalk {

    private static final int CHECK_INTERVAL = 1 << 12;

    private final TermsEnum termsEnum;
    private final BandTermFormat format;
    private final Participants participants;
    private final int minDocuments;
    private final JobMonitor monitor;
    private final IntList documents;

    private PostingsEnum postings;

    /**
     * @param minDocuments terms of fewer participating documents are counted but left out
     * @param monitor may stop the walk
     */
    BandWalk(
            TermsEnum termsEnum,
            BandTermFormat format,
            Participants participants,
            int minDocuments,
            JobMonitor monitor) {
        this.termsEnum = termsEnum;
        this.format = format;
        this.participants = participants;
        this.minDocuments = minDocuments;
        this.monitor = monitor;
        this.documents = new IntList(monitor);
    }

    /** Returns the terms of a range. */
    BandBlock walk(BandRange range) throws IOException {
        BandBlock.Writer block = new BandBlock.Writer(monitor);
        walk(range, block);
        documents.release();
        return block.finish();
    }

    private void walk(BandRange range, BandBlock.Writer block) throws IOException {
        byte[] first = new byte[format.width()];
        format.write(range.from(), first);
        if (termsEnum.seekCeil(new BytesRef(first)) == TermsEnum.SeekStatus.END) {
            return;
        }
        int checkIn = CHECK_INTERVAL;
        for (BytesRef term = termsEnum.term(); term != null; term = termsEnum.next()) {
            long key = format.key(term.bytes, term.offset, term.length);
            if (key >= range.to()) {
                return;
            }
            write(key, block);
            if (--checkIn == 0) {
                monitor.checkCancelled();
                checkIn = CHECK_INTERVAL;
            }
        }
    }

    private void write(long key, BandBlock.Writer block) throws IOException {
        if (participants.areAll() && minDocuments > 1 && termsEnum.docFreq() == 1) {
            block.leaveOut();
            return;
        }
        readDocuments();
        if (documents.size() >= minDocuments) {
            block.write(key, documents);
        } else if (documents.size() > 0) {
            block.leaveOut();
        }
    }

    /** Reads the participating documents of the term. */
    private void readDocuments() throws IOException {
        postings = termsEnum.postings(postings, PostingsEnum.NONE);
        documents.clear();
        int checkIn = CHECK_INTERVAL;
        while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            if (participants.contains(postings.docID())) {
                documents.add(postings.docID());
            }
            if (--checkIn == 0) {
                monitor.checkCancelled();
                checkIn = CHECK_INTERVAL;
            }
        }
    }
}
