package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;

/**
 * What another node needs to ask a shard with an open session.
 *
 * @param indices how the user named its index
 * @param shardId the shard
 * @param node the identifier of the node that holds the session
 * @param session the session
 * @param description what the shard told of itself
 */
record ShardHandle(
        OriginalIndices indices, ShardId shardId, String node, String session,
        ShardDescription description)
        implements Writeable {

    ShardHandle(StreamInput in) throws IOException {
        this(
                OriginalIndices.readOriginalIndices(in), new ShardId(in), in.readString(),
                in.readString(), new ShardDescription(in));
    }

    /** Returns the same of a session in this one, which shows so many documents. */
    ShardHandle only(String inner, int documents) {
        return new ShardHandle(indices, shardId, node, inner, description.only(documents));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        OriginalIndices.writeOriginalIndices(indices, out);
        shardId.writeTo(out);
        out.writeString(node);
        out.writeString(session);
        description.writeTo(out);
    }
}
