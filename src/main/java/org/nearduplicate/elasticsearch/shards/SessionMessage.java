package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** A question to an open session, which keeps it alive. Of indices it has the name of its own alone. */
final class SessionMessage<Q> extends JobMessage {

    private final Call<Q, ?> call;
    private final OriginalIndices indices;
    private final String session;
    private final Q question;

    SessionMessage(Call<Q, ?> call, OriginalIndices indices, String session, Q question) {
        this.call = call;
        this.indices = indices;
        this.session = session;
        this.question = question;
    }

    SessionMessage(Call<Q, ?> call, StreamInput in) throws IOException {
        super(in);
        this.call = call;
        this.indices = OriginalIndices.readOriginalIndices(in);
        this.session = in.readString();
        this.question = call.question().reader().read(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        OriginalIndices.writeOriginalIndices(indices, out);
        out.writeString(session);
        call.question().writer().write(out, question);
    }

    @Override
    public String[] indices() {
        return indices.indices();
    }

    @Override
    public IndicesOptions indicesOptions() {
        return indices.indicesOptions();
    }

    String session() {
        return session;
    }

    Q question() {
        return question;
    }
}
