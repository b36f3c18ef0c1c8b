package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** A message to an open session; by itself it keeps the session alive, or closes it. */
class SessionMessage extends ShardMessage {

    private final String session;

    SessionMessage(OriginalIndices indices, String session) {
        super(indices);
        this.session = session;
    }

    SessionMessage(StreamInput in) throws IOException {
        super(in);
        this.session = in.readString();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeString(session);
    }

    final String session() {
        return session;
    }
}
