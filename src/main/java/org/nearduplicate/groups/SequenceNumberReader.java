package org.nearduplicate.groups;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Reads which operations wrote the documents of a shard that take part in a job. Immutable; every call opens what it
 * reads anew. O(documents of the shard) for what looks at all of them, some milliseconds a million.
 */
public final class SequenceNumberReader {

    /** The documents of an answer that tells which were changed, at most. */
    private static final int CHANGED_AT_A_TIME = 1 << 18;

    private static final int NONE = -1;

    private final Participants participants;
    private final String field;
    private final int changedAtATime;

    /**
     * Creates a reader.
     *
     * @param participants the documents that take part
     * @param field the numeric doc values that hold the numbers of operations
     */
    public SequenceNumberReader(Participants participants, String field) {
        this(participants, field, CHANGED_AT_A_TIME);
    }

    /**
     * @param changedAtATime the documents of an answer that tells which were changed, at most
     */
    SequenceNumberReader(Participants participants, String field, int changedAtATime) {
        this.participants = participants;
        this.field = field;
        this.changedAtATime = changedAtATime;
    }

    /**
     * Finds documents that were written behind an operation.
     *
     * @param after the number of the operation
     * @param from the first document that is looked at
     * @param monitor may stop it
     * @return as {@link ShardHistory#changed}
     * @throws IOException if the shard cannot be read
     */
    public int[] changed(long after, int from, JobMonitor monitor) throws IOException {
        int[] found = new int[0];
        int count = 0;
        for (LeafReaderContext leaf : participants.reader().leaves()) {
            int end = leaf.docBase + leaf.reader().maxDoc();
            NumericDocValues values = end > from ? values(leaf) : null;
            for (int doc = Math.max(from, leaf.docBase); doc < end; doc++) {
                monitor.checkCancelled(doc);
                if (participants.contains(doc) && number(values, leaf, doc) > after) {
                    if (count == changedAtATime) {
                        return found;
                    }
                    found = ArrayUtil.growInRange(found, count + 1, changedAtATime);
                    found[count++] = doc;
                }
            }
        }
        return ArrayUtil.copyOfSubArray(found, 0, count);
    }

    /**
     * Finds documents by their operations.
     *
     * @param sequenceNumbers the numbers of operations, ascending
     * @param monitor may stop it
     * @return as {@link ShardHistory#docs}
     * @throws IOException if the shard cannot be read
     */
    public int[] docs(long[] sequenceNumbers, JobMonitor monitor) throws IOException {
        int[] docs = new int[sequenceNumbers.length];
        Arrays.fill(docs, NONE);
        if (docs.length == 0) {
            return docs;
        }
        long first = sequenceNumbers[0];
        long last = sequenceNumbers[sequenceNumbers.length - 1];
        for (LeafReaderContext leaf : participants.reader().leaves()) {
            NumericDocValues values = values(leaf);
            int end = leaf.docBase + leaf.reader().maxDoc();
            for (int doc = leaf.docBase; doc < end; doc++) {
                monitor.checkCancelled(doc);
                if (participants.contains(doc)) {
                    long number = number(values, leaf, doc);
                    if (number >= first && number <= last) {
                        int place = Arrays.binarySearch(sequenceNumbers, number);
                        if (place >= 0) {
                            docs[place] = doc;
                        }
                    }
                }
            }
        }
        return docs;
    }

    /**
     * Reads by which operations documents were written.
     *
     * @param docs participating documents, in ascending order
     * @param monitor may stop it
     * @return as {@link ShardHistory#sequenceNumbers}
     * @throws IOException if the shard cannot be read
     * @throws IllegalArgumentException if a document takes no part
     */
    public long[] sequenceNumbers(int[] docs, JobMonitor monitor) throws IOException {
        participants.require(docs);
        long[] numbers = new long[docs.length];
        IndexReader reader = participants.reader();
        int at = 0;
        for (LeafReaderContext leaf : reader.leaves()) {
            int end = leaf.docBase + leaf.reader().maxDoc();
            NumericDocValues values = at < docs.length && docs[at] < end ? values(leaf) : null;
            for (; at < docs.length && docs[at] < end; at++) {
                monitor.checkCancelled(at);
                numbers[at] = number(values, leaf, docs[at]);
            }
        }
        return numbers;
    }

    private NumericDocValues values(LeafReaderContext leaf) throws IOException {
        return DocValues.getNumeric(leaf.reader(), field);
    }

    private long number(NumericDocValues values, LeafReaderContext leaf, int doc)
            throws IOException {
        if (values.advanceExact(doc - leaf.docBase) == false) {
            throw new IllegalStateException(
                    "possible corruption: document " + doc + " has no value in [" + field + "]");
        }
        return values.longValue();
    }
}
