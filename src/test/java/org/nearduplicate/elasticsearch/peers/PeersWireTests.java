package org.nearduplicate.elasticsearch.peers;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.peers.PeerOptions.Within;
import org.nearduplicate.elasticsearch.peers.PeerPhase.Peer;
import org.nearduplicate.elasticsearch.peers.PeerPhase.PeerRequest;

/** What near duplicates have in common, as it travels. */
public class PeersWireTests extends WireTestCase {

    @Before
    public void messages() {
        message(PeerOptions.class, RandomPeers::options, PeerOptions::new);
        message(Within.class, RandomPeers::within, Within::new);
        versioned(
                PeerRequest.class, () -> new PeerRequest(RandomPeers.options()),
                PeerRequest::new);
        versioned(
                PeerQueryBuilder.class,
                () -> randomBoolean()
                        ? (PeerQueryBuilder) PeerQueryBuilder.of(RandomPeers.within())
                        : (PeerQueryBuilder) PeerQueryBuilder.of(
                                RandomPeers.options(),
                                new Peer(randomByteArrayOfLength(20), randomIdentifier())),
                PeersWireTests::readQuery);
    }

    /** Elasticsearch refuses a negative boost by describing the query, of which nothing is read yet. */
    private static PeerQueryBuilder readQuery(StreamInput in) throws IOException {
        try {
            return new PeerQueryBuilder(in);
        } catch (NullPointerException e) {
            throw new IllegalArgumentException("negative boost", e);
        }
    }
}
