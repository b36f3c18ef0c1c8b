package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.nearduplicate.elasticsearch.shards.JobMessage;
import org.nearduplicate.elasticsearch.shards.ShardHandles;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.lucene.Verify;

/**
 * What all work units of a run have in common.
 *
 * @param limits how much is answered of groups and pairs
 * @param dest where all groups are written to, or null if nowhere
 */
record WorkUnit(
        ShardHandles shards, GroupsOptions options, TopResults.Limits limits,
        RunIndex dest)
        implements JobMessage.Subject {

    WorkUnit(StreamInput in) throws IOException {
        this(
                new ShardHandles(in),
                new GroupsOptions(
                        in.readDouble(), in.readVInt(), in.readEnum(Verify.class),
                        in.readEnum(Method.class), in.readEnum(Keep.class), in.readVInt(),
                        in.readVInt(), in.readBoolean()),
                new TopResults.Limits(in.readVInt(), in.readVInt(), in.readVLong()),
                in.readOptionalWriteable(RunIndex::new));
    }

    @Override
    public OriginalIndices indices() {
        return shards.indices();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        shards.writeTo(out);
        out.writeDouble(options.minSimilarity());
        out.writeVInt(options.rows());
        out.writeEnum(options.verify());
        out.writeEnum(options.method());
        out.writeEnum(options.keep());
        out.writeVInt(options.minGroupSize());
        out.writeVInt(options.maxBucketTexts());
        out.writeBoolean(options.allPairs());
        out.writeVInt(limits.groups());
        out.writeVInt(limits.maxMembers());
        out.writeVLong(limits.pairs());
        out.writeOptionalWriteable(dest);
    }
}
