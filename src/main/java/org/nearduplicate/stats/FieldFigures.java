package org.nearduplicate.stats;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.StoredShingles;

/**
 * The figures of a {@code minhash} field in a shard, of its participating documents: deleted and hidden documents do not count.
 *
 * @param sampled its sampled shingles, none if the field has none
 * @param signatureBytes the bytes of the signatures, as they are before Lucene stores them
 * @param setBytes the bytes of stored shingle sets, up to a few bytes more; 0 if none are stored
 * @param largest the largest buckets of two documents or more, by the documents that they share, the largest first
 * @param mostElsewhere the most documents of any other bucket
 */
public record FieldFigures(
        ShardDocuments documents,
        TermFigures bandTerms,
        TermFigures sampled,
        long signatureBytes,
        long setBytes,
        List<LargeBuckets> largest,
        int mostElsewhere) {

    /** The number of terms, the documents of all their lists, and an estimate of their bytes. */
    public record TermFigures(long terms, long postings, long bytes) {}

    /**
     * Large buckets of a shard that begin with the same document: copies share the buckets of all their bands, and near
     * duplicates those of most.
     *
     * @param first that document, by its number in the shard's reader
     * @param family a number that those of a shard that share documents have in common
     * @param documents the number of documents of each bucket, at least 2, by the least key that it may have; at least
     *     one bucket
     */
    public record LargeBuckets(int first, int family, SortedMap<Long, Integer> documents) {

        /** Copies the buckets. */
        public LargeBuckets {
            documents = Collections.unmodifiableSortedMap(new TreeMap<>(documents));
        }
    }

    /**
     * Reads a field. O(terms and postings of the field, documents).
     *
     * @param field a {@code minhash} field of whole documents
     * @param rows the first rows of a band that documents of a bucket have in common, 2–6
     * @param buckets how many of the largest buckets are found, at least 1; fewer where some share documents
     * @param monitor is charged for the memory of the buckets, and may stop the reading
     * @throws IllegalStateException if the stored values cannot be those of a {@code minhash} field
     */
    public static FieldFigures of(
            Participants participants,
            String field,
            Scheme scheme,
            int rows,
            int buckets,
            JobMonitor monitor)
            throws IOException {
        ShardDocuments documents = participants.countSigned(field, monitor);
        LargestBuckets largest = new LargestBuckets(buckets, monitor);
        BucketCensus census = new BucketCensus(participants, rows, largest, monitor);
        census.scan(field, scheme.bandTermFormat());
        BucketCensus sampled = new BucketCensus(participants, BandRows.MOST, null, monitor);
        sampled.scan(StoredValues.sampledShinglesField(field), SampledShingles.TERMS);
        return new FieldFigures(
                documents,
                census.figures(),
                sampled.figures(),
                (documents.documents() - documents.withoutSignature())
                        * scheme.signatureFormat().length(),
                setBytes(participants, field, scheme, monitor),
                largest.list(participants, field, scheme.bandTermFormat(), rows),
                census.figures().terms() == 0 ? 0 : largest.mostElsewhere());
    }

    /**
     * Returns the bytes of the shingle sets of participating documents, without reading them: those of as many shingles as signatures
     * count. A few fewer are stored if hashes of a document differ only in bits that are not. O(documents with a set).
     */
    private static long setBytes(
            Participants participants, String field, Scheme scheme, JobMonitor monitor)
            throws IOException {
        long bytes = 0;
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
                    bytes += StoredShingles.length(signatures.shingleCount());
                }
            }
        }
        return bytes;
    }
}
