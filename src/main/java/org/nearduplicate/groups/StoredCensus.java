package org.nearduplicate.groups;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleSet;

/** Adds up the stored shingle sets of a shard, without reading them: signatures tell how large they are. */
final class StoredCensus {

    private StoredCensus() {}

    /**
     * Returns the bytes of the shingle sets of participating documents: {@value ShingleSet#BYTES_PER_SHINGLE} for each
     * shingle that a signature counts. That are up to a few more than are stored, where two shingles of a document have
     * hashes that differ only in their lowest 16 bits. O(documents with a set).
     *
     * @param monitor may stop the count
     * @throws IOException if the index cannot be read
     */
    static long setBytes(
            Participants participants, String field, Scheme scheme, JobMonitor monitor)
            throws IOException {
        long shingles = 0;
        int step = 0;
        for (LeafReaderContext leaf : participants.reader().leaves()) {
            BinaryDocValues sets =
                    leaf.reader().getBinaryDocValues(StoredValues.shingleSetField(field));
            if (sets == null) {
                continue;
            }
            StoredValues signatures =
                    StoredValues.signatures(leaf.reader(), field, scheme.signatureFormat());
            while (sets.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                monitor.checkCancelled(step++);
                if (participants.contains(leaf.docBase + sets.docID())
                        && signatures.valueIfAny(sets.docID()) != null) {
                    shingles += signatures.shingleCount();
                }
            }
        }
        return shingles * ShingleSet.BYTES_PER_SHINGLE;
    }
}
