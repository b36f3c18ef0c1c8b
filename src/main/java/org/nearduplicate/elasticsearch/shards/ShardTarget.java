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

    ShardTarget(StreamInput in) throws IOException {
        this(
                OriginalIndices.readOriginalIndices(in), new ShardId(in),
                AliasFilter.readFrom(in), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        OriginalIndices.writeOriginalIndices(indices, out);
        shardId.writeTo(out);
        aliasFilter.writeTo(out);
        out.writeVLong(nowInMillis);
    }
}
