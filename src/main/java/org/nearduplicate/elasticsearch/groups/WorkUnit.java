package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.shards.ShardHandle;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.lucene.Verify;

/**
 * What all work units of a run have in common.
 *
 * @param shards the open shards of the run, in its order
 * @param limits how much is answered of groups and pairs
 * @param dest where all groups are written to, or null if nowhere
 */
record WorkUnit(
        List<ShardHandle> shards, GroupsOptions options, TopResults.Limits limits,
        RunIndex dest)
        implements Call.Subject {

    /**
     * Checks that there are shards.
     *
     * @throws IllegalArgumentException if there is none
     */
    WorkUnit {
        if (shards.isEmpty()) {
            throw new IllegalArgumentException("a work unit of a run has shards");
        }
    }

    WorkUnit(StreamInput in) throws IOException {
        this(
                in.readCollectionAsList(ShardHandle::new),
                new GroupsOptions(
                        in.readDouble(), in.readVInt(), in.readEnum(Verify.class),
                        in.readEnum(Method.class), in.readEnum(Keep.class), in.readVInt(),
                        in.readVInt(), in.readBoolean()),
                new TopResults.Limits(in.readVInt(), in.readVInt(), in.readVLong()),
                in.readOptionalWriteable(RunIndex::new));
    }

    @Override
    public OriginalIndices indices() {
        return new OriginalIndices(
                shards.stream()
                        .flatMap(shard -> Stream.of(shard.indices().indices()))
                        .distinct()
                        .toArray(String[]::new),
                shards.getFirst().indices().indicesOptions());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeCollection(shards);
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
