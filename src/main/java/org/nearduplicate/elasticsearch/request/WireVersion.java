package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.rest.RestStatus;

/**
 * The version of what nodes send each other, so that a node recognizes messages of another build of the plugin.
 * Elasticsearch has no transport versions that a plugin could add to.
 *
 * <p>A query, a status, every message to a shard and every work unit of a run begin with it; an answer is of the same version.
 */
public final class WireVersion {

    /** To be raised with every change of anything that is sent. */
    private static final int CURRENT = 21;

    private WireVersion() {}

    /** Writes the version of this node. */
    public static void write(StreamOutput out) throws IOException {
        out.writeVInt(CURRENT);
    }

    /**
     * Reads the version of the node that wrote.
     *
     * @return that, for what comes next
     * @throws ElasticsearchStatusException if this node has another one: 503, as an upgrade that goes on
     *     will cure it
     */
    public static StreamInput check(StreamInput in) throws IOException {
        int sent = in.readVInt();
        if (sent != CURRENT) {
            throw new ElasticsearchStatusException(
                    "all nodes need the same version of the plugin [near-duplicate]: a node sent wire"
                            + " version [{}], this one has [{}]",
                    RestStatus.SERVICE_UNAVAILABLE, sent, CURRENT);
        }
        return in;
    }
}
