package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.transport.TransportResponse;

/** Opens a session. */
final class OpenMessage extends ShardMessage {

    private final ShardId shardId;
    private final AliasFilter aliasFilter;
    private final long nowInMillis;
    private final ShardView view;

    OpenMessage(
            OriginalIndices indices,
            ShardId shardId,
            AliasFilter aliasFilter,
            long nowInMillis,
            ShardView view) {
        super(indices);
        this.shardId = shardId;
        this.aliasFilter = aliasFilter;
        this.nowInMillis = nowInMillis;
        this.view = view;
    }

    OpenMessage(StreamInput in) throws IOException {
        super(in);
        this.shardId = new ShardId(in);
        this.aliasFilter = AliasFilter.readFrom(in);
        this.nowInMillis = in.readVLong();
        this.view = new ShardView(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        shardId.writeTo(out);
        aliasFilter.writeTo(out);
        out.writeVLong(nowInMillis);
        view.writeTo(out);
    }

    ShardId shardId() {
        return shardId;
    }

    AliasFilter aliasFilter() {
        return aliasFilter;
    }

    long nowInMillis() {
        return nowInMillis;
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
