package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** A message to a shard, of whose index alone it has the name. */
public abstract class ShardMessage extends JobMessage {

    /** How the user named the index of the shard. */
    final OriginalIndices indices;

    ShardMessage(OriginalIndices indices) {
        this.indices = indices;
    }

    ShardMessage(StreamInput in) throws IOException {
        super(in);
        this.indices = OriginalIndices.readOriginalIndices(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        OriginalIndices.writeOriginalIndices(indices, out);
    }

    @Override
    public final String[] indices() {
        return indices.indices();
    }

    @Override
    public final IndicesOptions indicesOptions() {
        return indices.indicesOptions();
    }
}
