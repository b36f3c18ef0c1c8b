package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.nearduplicate.elasticsearch.shards.ShardTarget;
import org.nearduplicate.elasticsearch.shards.ViewMessage;

/** Asks a shard for the statistics of its fields. */
final class StatsMessage extends ViewMessage {

    private final StatsParameters parameters;

    StatsMessage(ShardTarget target, StatsParameters parameters) {
        super(target);
        this.parameters = parameters;
    }

    StatsMessage(StreamInput in) throws IOException {
        super(in);
        this.parameters = new StatsParameters(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        parameters.writeTo(out);
    }

    StatsParameters parameters() {
        return parameters;
    }
}
