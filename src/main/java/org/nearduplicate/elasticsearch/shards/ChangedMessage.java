package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** Asks which documents were written behind an operation. */
final class ChangedMessage extends SessionMessage {

    private final long after;
    private final int from;

    /**
     * @param after the number of the operation, or -1
     * @param from the first document that is looked at
     */
    ChangedMessage(OriginalIndices indices, String session, long after, int from) {
        super(indices, session);
        this.after = after;
        this.from = from;
    }

    ChangedMessage(StreamInput in) throws IOException {
        super(in);
        this.after = in.readZLong();
        this.from = in.readVInt();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeZLong(after);
        out.writeVInt(from);
    }

    long after() {
        return after;
    }

    int from() {
        return from;
    }
}
