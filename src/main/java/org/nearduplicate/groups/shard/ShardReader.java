package org.nearduplicate.groups.shard;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.sets.IgnoredShingles;

/**
 * Reads what a job needs of one shard. Immutable, so that several threads may read at a time;
 * every call opens what it reads anew.
 *
 * <p>Documents are numbered as in the reader, and given in ascending order, so that each segment is
 * read from front to back.
 */
public final class ShardReader {

    /** Documents are near each other where at least one of so many is given. */
    private static final int DENSE = 16;

    private final Participants participants;
    private final String field;
    private final Scheme scheme;
    private final DocumentSource<BytesRef> sets;
    private final IgnoredShingles ignored;
    private final PeerSource peers;

    /**
     * @param field a {@code minhash} field
     * @param scheme that of the field
     * @param sets gives the shingle sets, if pairs are verified exactly
     * @param ignored the shingles that are left out of these
     */
    public ShardReader(
            Participants participants, String field, Scheme scheme, DocumentSource<BytesRef> sets,
            IgnoredShingles ignored) {
        this(participants, field, scheme, sets, ignored, null);
    }

    private ShardReader(
            Participants participants, String field, Scheme scheme, DocumentSource<BytesRef> sets,
            IgnoredShingles ignored, PeerSource peers) {
        this.participants = participants;
        this.field = field;
        this.scheme = scheme;
        this.sets = sets;
        this.ignored = ignored;
        this.peers = peers;
    }

    /**
     * Returns a reader of the documents that may have peers, whose signatures are followed by what says which these are. This
     * reader must not be read any more: memory for its documents is given back.
     */
    public ShardReader withPeers(PeerSource source, JobMonitor monitor) throws IOException {
        return of(participants.only(source.mayHavePeers(), monitor), source);
    }

    /**
     * Returns a reader of the documents whose texts have so many distinct shingles, or none. This reader must not be read any
     * more: memory for its documents is given back.
     */
    public ShardReader withShingles(int least, JobMonitor monitor) throws IOException {
        Participants.Selection selection = segment -> {
            StoredValues stored = StoredValues.signatures(
                    segment.reader(), field, scheme.signatureFormat());
            return doc -> stored.valueIfAny(doc) == null || stored.shingleCount() >= least;
        };
        return of(participants.only(selection, monitor), peers);
    }

    private ShardReader of(Participants some, PeerSource source) {
        return new ShardReader(some, field, scheme, sets, ignored, source);
    }

    /**
     * Returns a reader for some of the participating documents, given in ascending order; charges for memory.
     *
     * @throws IllegalArgumentException if a document takes no part
     */
    public ShardReader only(int[] docs, JobMonitor monitor) {
        return of(participants.only(docs, monitor), peers);
    }

    /** Returns how many shingles are left out of the sets. */
    public int ignored() {
        return ignored.size();
    }

    /** Returns the maxDoc of the reader, which counts documents that take no part too. */
    public int maxDoc() {
        return participants.reader().maxDoc();
    }

    /** Returns how many documents participate. */
    public int participants() {
        return participants.count();
    }

    /** Counts the participating documents. O(documents with a signature). */
    public ShardDocuments documents(JobMonitor monitor) throws IOException {
        return participants.countSigned(field, monitor);
    }

    /** Scans band terms, as {@link Shard#scan} describes. O(segments), and what the options allow. */
    public BandBlock scan(ScanPosition start, ScanOptions options, JobMonitor monitor)
            throws IOException {
        return new BandScan(scheme.bandTermFormat(), participants, options, monitor)
                .scan(field, start);
    }

    /**
     * Reads the signatures of participating documents with band terms, one after the other, each followed by what says
     * which documents are peers.
     *
     * @throws IllegalArgumentException if a document takes no part
     * @throws IllegalStateException if what is stored cannot be that of a {@code minhash} field
     */
    public byte[] signatures(int[] docs, JobMonitor monitor) throws IOException {
        participants.require(docs);
        int length = scheme.signatureFormat().length();
        int each = length + (peers == null ? 0 : peers.format().length());
        byte[] answer = new byte[Math.multiplyExact(docs.length, each)];
        readSignatures(
                docs, monitor,
                (i, stored, signature) -> System.arraycopy(
                        signature.bytes, signature.offset, answer, i * each, length));
        if (peers != null) {
            readPeers(docs, answer, length, each, monitor);
        }
        return answer;
    }

    private void readPeers(int[] docs, byte[] answer, int offset, int each, JobMonitor monitor)
            throws IOException {
        for (int i = 0; i < docs.length;) {
            LeafReaderContext leaf = segmentOf(docs[i]);
            DocumentSource.Reader<BytesRef> values = peers.open(leaf, false);
            for (; i < docs.length && isIn(leaf, docs[i]); i++) {
                monitor.checkCancelled(i);
                BytesRef peer = values.read(docs[i] - leaf.docBase);
                System.arraycopy(
                        peer.bytes, peer.offset, answer, i * each + offset, peer.length);
            }
        }
    }

    /**
     * Reads what is not ignored of the shingle sets of participating documents with band terms, laid out by
     * {@link SetBlock}.
     *
     * @throws IllegalArgumentException if a document takes no part, or has a set that cannot be made again
     * @throws IllegalStateException if what is stored cannot be that of a {@code minhash} field
     */
    public byte[] shingleSets(int[] docs, JobMonitor monitor) throws IOException {
        participants.require(docs);
        int[] distinctHashes = new int[docs.length];
        readSignatures(
                docs, monitor,
                (i, stored, signature) -> distinctHashes[i] = stored.shingleCount());
        SetBlock.Builder answer = new SetBlock.Builder(distinctHashes, ignored);
        for (int i = 0; i < docs.length;) {
            LeafReaderContext leaf = segmentOf(docs[i]);
            DocumentSource.Reader<BytesRef> shingleSets = sets.open(leaf, isDense(leaf, docs, i));
            for (; i < docs.length && isIn(leaf, docs[i]); i++) {
                monitor.checkCancelled();
                answer.add(shingleSets.read(docs[i] - leaf.docBase), distinctHashes[i]);
            }
        }
        return answer.build();
    }

    private interface SignatureConsumer {

        void accept(int place, StoredValues stored, BytesRef signature);
    }

    private void readSignatures(int[] docs, JobMonitor monitor, SignatureConsumer consumer)
            throws IOException {
        for (int i = 0; i < docs.length;) {
            monitor.checkCancelled();
            LeafReaderContext leaf = segmentOf(docs[i]);
            StoredValues stored = StoredValues.signatures(
                    leaf.reader(), field, scheme.signatureFormat());
            for (; i < docs.length && isIn(leaf, docs[i]); i++) {
                consumer.accept(i, stored, stored.value(docs[i] - leaf.docBase));
            }
        }
    }

    /**
     * Checks that documents are those that a job may read.
     *
     * @throws IllegalArgumentException if one takes no part, or they do not ascend
     */
    public void require(int[] docs) {
        participants.require(docs);
    }

    private LeafReaderContext segmentOf(int doc) {
        IndexReader reader = participants.reader();
        return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    }

    /** Returns whether the given documents of a segment are near each other. */
    private static boolean isDense(LeafReaderContext leaf, int[] docs, int from) {
        int to = from;
        while (to < docs.length && isIn(leaf, docs[to])) {
            to++;
        }
        int gaps = to - from - 1;
        return gaps > 0 && docs[to - 1] - docs[from] <= gaps * (long) DENSE;
    }

    private static boolean isIn(LeafReaderContext leaf, int doc) {
        return doc < leaf.docBase + leaf.reader().maxDoc();
    }
}
