package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;

/**
 * A shard as a request sees it.
 *
 * @param indices how the user named its index
 * @param shardId the shard
 * @param aliasFilter what the aliases of the request hide
 * @param nowInMillis the time for date mathematics
 */
public record ShardTarget(
        OriginalIndices indices, ShardId shardId, AliasFilter aliasFilter, long nowInMillis)
        implements Writeable {

    /** Reads what {@link #writeTo} wrote. */
    ShardTarget(OriginalIndices indices, StreamInput in) throws IOException {
        this(indices, new ShardId(in), AliasFilter.readFrom(in), in.readVLong());
    }

    /** Writes all but the names, which a message begins with. */
    @Override
    public void writeTo(StreamOutput out) throws IOException {
        shardId.writeTo(out);
        aliasFilter.writeTo(out);
        out.writeVLong(nowInMillis);
    }
}
