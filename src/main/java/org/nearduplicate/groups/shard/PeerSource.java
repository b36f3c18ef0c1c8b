package org.nearduplicate.groups.shard;

import org.apache.lucene.util.BytesRef;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.peers.PeerFormat;

/** Gives what makes documents the peers of others, by the format. Immutable. */
public interface PeerSource extends DocumentSource<BytesRef> {

    /** Returns the format of what is read. */
    PeerFormat format();

    /** Returns what selects the documents that may have peers; of no other one anything is read. */
    Participants.Selection mayHavePeers();
}
