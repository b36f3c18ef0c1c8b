package org.nearduplicate.elasticsearch.ingest;

import org.elasticsearch.index.shard.ShardId;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;

/** The question after a refresh, as it travels. */
public class IngestWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(
                RefreshRequest.class,
                () -> new RefreshRequest(
                        new ShardId(randomIdentifier(), randomAlphaOfLength(5), between(0, 1000)),
                        randomFrom(0L, (long) between(1, 1000), Long.MAX_VALUE)),
                RefreshRequest::new);
    }
}
