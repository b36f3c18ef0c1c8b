package org.nearduplicate.elasticsearch.ingest;

import java.io.IOException;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.elasticsearch.request.WireVersion;

/** Asks a shard to answer when a search sees what it wrote. */
final class RefreshRequest extends ActionRequest {

    private final ShardId shardId;
    private final long sequenceNumber;

    /**
     * @param shardId the shard
     * @param sequenceNumber that of the last write
     */
    RefreshRequest(ShardId shardId, long sequenceNumber) {
        this.shardId = shardId;
        this.sequenceNumber = sequenceNumber;
    }

    RefreshRequest(StreamInput in) throws IOException {
        super(in);
        WireVersion.check(in);
        this.shardId = new ShardId(in);
        this.sequenceNumber = in.readVLong();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        WireVersion.write(out);
        shardId.writeTo(out);
        out.writeVLong(sequenceNumber);
    }

    ShardId shardId() {
        return shardId;
    }

    long sequenceNumber() {
        return sequenceNumber;
    }

    @Override
    public ActionRequestValidationException validate() {
        return null;
    }
}
