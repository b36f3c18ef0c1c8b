package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.elasticsearch.version.NodeRequest;

/**
 * A message of a job to another node, a task of which can be cancelled. It begins with the version of what nodes send,
 * before anything that may be read otherwise by another version. It names indices as the user did, by an alias or a data
 * stream too, so that it is authorized as the user's request is.
 */
public abstract class JobMessage extends NodeRequest implements IndicesRequest {

    /** Creates a message. */
    protected JobMessage() {}

    /** Reads a message, up to the version. */
    protected JobMessage(StreamInput in) throws IOException {
        super(in);
        WireVersion.check(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        WireVersion.write(out);
    }

    @Override
    public final Task createTask(
            long id, String type, String action, TaskId parent, Map<String, String> headers) {
        return new CancellableTask(id, type, action, "", parent, headers);
    }
}
