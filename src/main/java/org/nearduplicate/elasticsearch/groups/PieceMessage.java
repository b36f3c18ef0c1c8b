package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.nearduplicate.elasticsearch.shards.JobMessage;
import org.nearduplicate.elasticsearch.shards.ShardHandles;
import org.nearduplicate.groups.GroupsOptions;
import org.nearduplicate.groups.Keep;
import org.nearduplicate.groups.Method;
import org.nearduplicate.lucene.Verify;

/** Asks a node to do a piece of a run, of all of whose indices it has the names. */
abstract class PieceMessage extends JobMessage {

    private final ShardHandles shards;
    private final GroupsOptions options;

    PieceMessage(ShardHandles shards, GroupsOptions options) {
        this.shards = shards;
        this.options = options;
    }

    PieceMessage(StreamInput in) throws IOException {
        super(in);
        this.shards = new ShardHandles(in);
        this.options = new GroupsOptions(
                in.readDouble(), in.readEnum(Verify.class), in.readEnum(Method.class),
                in.readEnum(Keep.class), in.readVInt(), in.readVInt(), in.readBoolean());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        shards.writeTo(out);
        out.writeDouble(options.minSimilarity());
        out.writeEnum(options.verify());
        out.writeEnum(options.method());
        out.writeEnum(options.keep());
        out.writeVInt(options.minGroupSize());
        out.writeVInt(options.maxBucketTexts());
        out.writeBoolean(options.allPairs());
    }

    final ShardHandles shards() {
        return shards;
    }

    final GroupsOptions options() {
        return options;
    }

    @Override
    public final String[] indices() {
        return shards.indices();
    }

    @Override
    public final IndicesOptions indicesOptions() {
        return shards.indicesOptions();
    }
}
