package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.groups.BandBlock;
import org.nearduplicate.groups.BandRange;

/** Asks for the band terms of a range. */
final class WalkMessage extends SessionMessage {

    private final BandRange range;
    private final int minDocuments;

    WalkMessage(OriginalIndices indices, String session, BandRange range, int minDocuments) {
        super(indices, session);
        this.range = range;
        this.minDocuments = minDocuments;
    }

    WalkMessage(StreamInput in) throws IOException {
        super(in);
        this.range = new BandRange(in.readVLong(), in.readVLong());
        this.minDocuments = in.readVInt();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeVLong(range.from());
        out.writeVLong(range.to());
        out.writeVInt(minDocuments);
    }

    BandRange range() {
        return range;
    }

    int minDocuments() {
        return minDocuments;
    }

    /** The terms. */
    static final class Response extends TransportResponse {

        private final BandBlock block;

        Response(BandBlock block) {
            this.block = block;
        }

        Response(StreamInput in) throws IOException {
            this.block = new BandBlock(in.readVLong(), in.readByteArray());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVLong(block.leftOut());
            out.writeByteArray(block.bytes());
        }

        BandBlock block() {
            return block;
        }
    }
}
