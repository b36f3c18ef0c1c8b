package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** Asks {@link SessionCalls#OPEN}, of a shard that has no session yet. */
final class OpenMessage extends ViewMessage {

    private final ShardView view;

    OpenMessage(ShardTarget target, ShardView view) {
        super(target);
        this.view = view;
    }

    OpenMessage(StreamInput in) throws IOException {
        super(in);
        this.view = new ShardView(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        view.writeTo(out);
    }

    ShardView view() {
        return view;
    }
}
