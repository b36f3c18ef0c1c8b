package org.nearduplicate.groups;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.lucene.SetSource;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Reads what a job wants to know of one shard. Immutable, so that several threads may read at a time;
 * every call opens what it reads anew.
 *
 * <p>Documents are numbered as in the reader, and asked for in ascending order, so that each segment is
 * read from front to back.
 */
public final class ShardReader {

    private final Participants participants;
    private final String field;
    private final BandTermFormat terms;
    private final ContentFormat contents;
    private final SetSource sets;

    /**
     * Creates a reader of a shard.
     *
     * @param participants the documents of the shard that take part
     * @param field a {@code minhash} field
     * @param terms the format of its band terms
     * @param contents what is wanted of a content
     * @param sets gives the shingle sets, if pairs are verified exactly
     */
    public ShardReader(
            Participants participants, String field, BandTermFormat terms, ContentFormat contents,
            SetSource sets) {
        this.participants = participants;
        this.field = field;
        this.terms = terms;
        this.contents = contents;
        this.sets = sets;
    }

    /**
     * Counts the participating documents. O(documents with a signature).
     *
     * @param monitor may stop the count
     * @return the counts
     * @throws IOException if the index cannot be read
     */
    public ShardDocuments documents(JobMonitor monitor) throws IOException {
        int documents = participants.count();
        return new ShardDocuments(
                documents, documents - participants.countWithValue(field, monitor));
    }

    /**
     * Walks band terms, in order across the segments, until there are no more or enough was done.
     * O(segments), and what the options allow.
     *
     * @param start where the walk goes on
     * @param options what is answered, and how much is done for it
     * @param monitor may stop the walk
     * @return the terms with their participating documents
     * @throws IOException if the index cannot be read
     */
    public BandBlock walk(WalkPosition start, WalkOptions options, JobMonitor monitor)
            throws IOException {
        return new BandWalk(terms, participants, options, monitor).walk(field, start);
    }

    /**
     * Reads content records.
     *
     * @param docs participating documents with band terms, in ascending order
     * @param monitor may stop the reading
     * @return their records, one after the other
     * @throws IOException if the index cannot be read
     * @throws IllegalArgumentException if a document takes no part
     * @throws IllegalStateException if what is stored cannot be that of a {@code minhash} field
     */
    public byte[] contents(int[] docs, JobMonitor monitor) throws IOException {
        participants.require(docs);
        byte[] records = new byte[Math.multiplyExact(docs.length, contents.length())];
        for (int i = 0; i < docs.length;) {
            monitor.checkCancelled();
            LeafReaderContext leaf = segmentOf(docs[i]);
            StoredValues signatures = StoredValues.signatures(
                    leaf.reader(), field, contents.hashCount());
            SetSource.SetReader shingleSets = contents.isExact() ? sets.open(leaf) : null;
            for (; i < docs.length && isIn(leaf, docs[i]); i++) {
                int segmentDoc = docs[i] - leaf.docBase;
                int record = i * contents.length();
                contents.writeSignature(signatures.value(segmentDoc), records, record);
                if (contents.isExact()) {
                    monitor.checkCancelled();
                    contents.writeSetHash(shingleSets.read(segmentDoc), records, record);
                }
            }
        }
        return records;
    }

    /**
     * Reads shingle sets.
     *
     * @param docs participating documents with band terms, in ascending order
     * @param monitor may stop the reading
     * @return their sets, one after the other
     * @throws IOException if the index cannot be read
     * @throws IllegalArgumentException if a document takes no part
     */
    public byte[] shingleSets(int[] docs, JobMonitor monitor) throws IOException {
        participants.require(docs);
        ByteBuffersDataOutput answer = new ByteBuffersDataOutput();
        for (int i = 0; i < docs.length;) {
            monitor.checkCancelled();
            LeafReaderContext leaf = segmentOf(docs[i]);
            SetSource.SetReader shingleSets = sets.open(leaf);
            for (; i < docs.length && isIn(leaf, docs[i]); i++) {
                monitor.checkCancelled();
                BytesRef set = shingleSets.read(docs[i] - leaf.docBase);
                answer.writeBytes(set.bytes, set.offset, set.length);
            }
        }
        return answer.toArrayCopy();
    }

    /**
     * Checks that documents are those that a job may ask for.
     *
     * @param docs numbers of documents
     * @throws IllegalArgumentException if one takes no part, or they do not ascend
     */
    public void require(int[] docs) {
        participants.require(docs);
    }

    private LeafReaderContext segmentOf(int doc) {
        IndexReader reader = participants.reader();
        return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    }

    private static boolean isIn(LeafReaderContext leaf, int doc) {
        return doc < leaf.docBase + leaf.reader().maxDoc();
    }
}
