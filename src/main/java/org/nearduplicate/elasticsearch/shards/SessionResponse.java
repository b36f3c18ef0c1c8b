package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.transport.TransportResponse;

/** A session that was opened in another. */
final class SessionResponse extends TransportResponse {

    private final String session;

    SessionResponse(String session) {
        this.session = session;
    }

    SessionResponse(StreamInput in) throws IOException {
        this.session = in.readString();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(session);
    }

    String session() {
        return session;
    }
}
