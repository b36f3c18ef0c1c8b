package org.nearduplicate.groups;

import java.io.IOException;
import java.time.Instant;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.PeerSource;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.peers.ValuesHash;

/** Reads what makes a {@link Text} a peer of others. */
record TestPeers(PeerFormat format) implements PeerSource {

    static final String VALUE = "value";
    static final String SECONDS = "seconds";
    static final String NANOS = "nanos";

    @Override
    public Participants.Selection mayHavePeers() {
        return segment -> {
            DocumentSource.Reader<BytesRef> peers = open(segment, false);
            return doc -> peers.read(doc) != null;
        };
    }

    @Override
    public DocumentSource.Reader<BytesRef> open(LeafReaderContext segment, boolean dense)
            throws IOException {
        SortedDocValues values = DocValues.getSorted(segment.reader(), VALUE);
        NumericDocValues seconds = DocValues.getNumeric(segment.reader(), SECONDS);
        NumericDocValues nanos = DocValues.getNumeric(segment.reader(), NANOS);
        ValuesHash hash = new ValuesHash();
        BytesRef peer = new BytesRef(new byte[format.length()]);
        return doc -> {
            if (format.hasValues()) {
                if (values.advanceExact(doc) == false) {
                    return null;
                }
                BytesRef value = values.lookupOrd(values.ordValue());
                hash.add(value.bytes, value.offset, value.length);
                hash.endField();
                hash.writeTo(peer.bytes, 0);
            }
            if (format.hasTime()) {
                if (seconds.advanceExact(doc) == false || nanos.advanceExact(doc) == false) {
                    return null;
                }
                format.putTime(
                        peer.bytes, 0,
                        Instant.ofEpochSecond(seconds.longValue(), nanos.longValue()));
            }
            return peer;
        };
    }
}
