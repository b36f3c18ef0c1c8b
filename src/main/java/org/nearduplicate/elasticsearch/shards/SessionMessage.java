package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** A question to an open session, which keeps it alive. */
final class SessionMessage<Q> extends ShardMessage {

    private final Call<Q, ?> call;
    private final String session;
    private final Q question;

    SessionMessage(Call<Q, ?> call, OriginalIndices indices, String session, Q question) {
        super(indices);
        this.call = call;
        this.session = session;
        this.question = question;
    }

    SessionMessage(Call<Q, ?> call, StreamInput in) throws IOException {
        super(in);
        this.call = call;
        this.session = in.readString();
        this.question = call.question().reader().read(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeString(session);
        call.question().writer().write(out, question);
    }

    String session() {
        return session;
    }

    Q question() {
        return question;
    }
}
