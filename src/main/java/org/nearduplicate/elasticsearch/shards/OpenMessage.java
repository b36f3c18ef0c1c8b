package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.transport.TransportResponse;

/** Opens a session. */
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

    /** The session that was opened, or none where the shard is left out. */
    static final class Response extends TransportResponse {

        static final Response LEFT_OUT = new Response(null, null);

        private final String session;
        private final ShardDescription description;

        Response(String session, ShardDescription description) {
            this.session = session;
            this.description = description;
        }

        Response(StreamInput in) throws IOException {
            this.session = in.readOptionalString();
            this.description = in.readOptionalWriteable(ShardDescription::new);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeOptionalString(session);
            out.writeOptionalWriteable(description);
        }

        boolean isLeftOut() {
            return session == null;
        }

        String session() {
            return session;
        }

        ShardDescription description() {
            return description;
        }
    }
}
