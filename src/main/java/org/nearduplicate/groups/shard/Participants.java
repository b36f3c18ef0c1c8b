package org.nearduplicate.groups.shard;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.SignatureFormat;

/**
 * The documents of a shard that take part in a job: those that are live, which excludes what
 * document-level security hides, that a query matches, and that are selected by what they have. Immutable; a bit a
 * document, or nothing where all take part.
 */
public final class Participants {

    private final IndexReader reader;
    private final FixedBitSet bits;
    private final boolean areSelected;
    private final int count;

    private Participants(IndexReader reader, FixedBitSet bits, boolean areSelected) {
        this.reader = reader;
        this.bits = bits;
        this.areSelected = areSelected;
        this.count = bits == null ? reader.maxDoc() : bits.cardinality();
    }

    /**
     * Finds the participants. O(documents matched).
     *
     * @param query what they have to match
     * @param monitor is charged for the memory of the bits, and may stop the search
     */
    public static Participants find(IndexSearcher searcher, Query query, JobMonitor monitor)
            throws IOException {
        IndexReader reader = searcher.getIndexReader();
        Query rewritten = searcher.rewrite(query);
        if (rewritten instanceof MatchAllDocsQuery && reader.hasDeletions() == false) {
            return new Participants(reader, null, false);
        }
        monitor.reserve(ramBytesUsed(reader));
        FixedBitSet bits = new FixedBitSet(Math.max(1, reader.maxDoc()));
        Weight weight = searcher.createWeight(rewritten, ScoreMode.COMPLETE_NO_SCORES, 1);
        for (LeafReaderContext leaf : reader.leaves()) {
            Scorer scorer = weight.scorer(leaf);
            if (scorer != null) {
                add(leaf, scorer.iterator(), bits, monitor);
            }
        }
        return new Participants(reader, bits, false);
    }

    /**
     * Selects some of them, given in ascending order; charges for the memory of the bits.
     *
     * @throws IllegalArgumentException naming the first that takes no part
     */
    Participants only(int[] docs, JobMonitor monitor) {
        require(docs);
        monitor.reserve(ramBytesUsed(reader));
        FixedBitSet some = new FixedBitSet(Math.max(1, reader.maxDoc()));
        for (int doc : docs) {
            some.set(doc);
        }
        return new Participants(reader, some, true);
    }

    /** Selects documents by what they have. */
    @FunctionalInterface
    public interface Selection {

        /**
         * Opens a segment.
         *
         * @return whether a document is selected; asked of ascending ones
         */
        OfSegment open(LeafReaderContext segment) throws IOException;

        /** Selects documents of one segment. */
        @FunctionalInterface
        interface OfSegment {

            /** Returns whether a document is selected. */
            boolean test(int segmentDoc) throws IOException;
        }
    }

    /**
     * Leaves out those that are not selected, and takes the place of these, which are to be read no more. O(documents).
     *
     * @param monitor is charged for the memory of the bits if there are any, and gets that of these back
     */
    Participants only(Selection selection, JobMonitor monitor) throws IOException {
        FixedBitSet some = null;
        for (LeafReaderContext leaf : reader.leaves()) {
            Selection.OfSegment isSelected = selection.open(leaf);
            for (int segmentDoc = 0; segmentDoc < leaf.reader().maxDoc(); segmentDoc++) {
                monitor.checkCancelled(segmentDoc);
                int doc = leaf.docBase + segmentDoc;
                if (contains(doc) && isSelected.test(segmentDoc) == false) {
                    some = some == null ? copy(monitor) : some;
                    some.clear(doc);
                }
            }
        }
        if (some == null) {
            return this;
        }
        monitor.reserve(areAll() ? 0 : -ramBytesUsed(reader));
        return new Participants(reader, some, areAll() || areSelected);
    }

    private static long ramBytesUsed(IndexReader reader) {
        return FixedBitSet.bits2words(reader.maxDoc()) * (long) Long.BYTES;
    }

    private FixedBitSet copy(JobMonitor monitor) {
        monitor.reserve(ramBytesUsed(reader));
        if (bits != null) {
            return bits.clone();
        }
        FixedBitSet all = new FixedBitSet(reader.maxDoc());
        all.set(0, reader.maxDoc());
        return all;
    }

    /** Returns the reader whose documents these are. */
    public IndexReader reader() {
        return reader;
    }

    int count() {
        return count;
    }

    /** Returns whether every document of the reader takes part. */
    public boolean areAll() {
        return bits == null;
    }

    /** Returns whether these were selected among those that take part. */
    boolean areSelected() {
        return areSelected;
    }

    /** Returns whether a document takes part. */
    public boolean contains(int doc) {
        return bits == null || bits.get(doc);
    }

    /** Returns whether there are some in a segment. */
    boolean haveSomeIn(LeafReaderContext segment) {
        int end = segment.docBase + segment.reader().maxDoc();
        return bits == null
                || segment.docBase < end && bits.nextSetBit(segment.docBase) < end;
    }

    /**
     * Checks that documents can be read: each takes part, and they ascend.
     *
     * @throws IllegalArgumentException naming the first that cannot
     */
    void require(int[] docs) {
        int before = -1;
        for (int doc : docs) {
            if (doc <= before
                    || doc >= reader.maxDoc()
                    || contains(doc) == false) {
                throw new IllegalArgumentException(
                        "documents that take part are asked for in ascending order, got ["
                                + doc + "] after [" + before + "] of " + reader.maxDoc());
            }
            before = doc;
        }
    }

    /** Counts them, and those of them that have no signature in a field, or one of a single shingle. */
    public ShardDocuments countSigned(String field, JobMonitor monitor) throws IOException {
        int signed = 0;
        int ofOneShingle = 0;
        for (LeafReaderContext leaf : reader.leaves()) {
            BinaryDocValues values = leaf.reader().getBinaryDocValues(field);
            if (values == null) {
                continue;
            }
            int step = 0;
            while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                monitor.checkCancelled(step++);
                if (contains(leaf.docBase + values.docID())) {
                    signed++;
                    BytesRef value = values.binaryValue();
                    ofOneShingle += SignatureFormat.isOfOneShingle(
                            value.bytes, value.offset, value.length) ? 1 : 0;
                }
            }
        }
        return new ShardDocuments(count(), count() - signed, ofOneShingle);
    }

    private static void add(
            LeafReaderContext leaf, DocIdSetIterator matches, FixedBitSet bits, JobMonitor monitor)
            throws IOException {
        Bits live = leaf.reader().getLiveDocs();
        int step = 0;
        while (matches.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            int segmentDoc = matches.docID();
            if (live == null || live.get(segmentDoc)) {
                bits.set(leaf.docBase + segmentDoc);
            }
            monitor.checkCancelled(step++);
        }
    }
}
