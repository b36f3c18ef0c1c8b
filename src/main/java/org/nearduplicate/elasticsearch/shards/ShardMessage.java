package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.elasticsearch.version.NodeRequest;

/**
 * A message to a shard. It begins with the version of what nodes send, before anything that may be read
 * otherwise by another version. It names the index of the shard as the user did, by an alias or a data stream too,
 * so that it is authorized as the user's request is.
 */
public abstract class ShardMessage extends NodeRequest implements IndicesRequest {

    /** How the user named the index of the shard. */
    final OriginalIndices indices;

    ShardMessage(OriginalIndices indices) {
        this.indices = indices;
    }

    ShardMessage(StreamInput in) throws IOException {
        super(in);
        WireVersion.check(in);
        this.indices = OriginalIndices.readOriginalIndices(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        WireVersion.write(out);
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

    @Override
    public final Task createTask(
            long id, String type, String action, TaskId parent, Map<String, String> headers) {
        return new CancellableTask(id, type, action, "", parent, headers);
    }
}
