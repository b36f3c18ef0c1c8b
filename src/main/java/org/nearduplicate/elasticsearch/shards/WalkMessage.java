package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.groups.BandBlock;
import org.nearduplicate.groups.WalkOptions;
import org.nearduplicate.groups.WalkPosition;

/** Asks for band terms from a position on. */
final class WalkMessage extends SessionMessage {

    private final WalkPosition start;
    private final WalkOptions options;

    WalkMessage(
            OriginalIndices indices, String session, WalkPosition start, WalkOptions options) {
        super(indices, session);
        this.start = start;
        this.options = options;
    }

    WalkMessage(StreamInput in) throws IOException {
        super(in);
        this.start = readPosition(in);
        this.options = new WalkOptions(
                in.readVInt(), in.readVInt(), in.readVInt(), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        writePosition(start, out);
        out.writeVInt(options.minDocuments());
        out.writeVInt(options.maxVisits());
        out.writeVInt(options.maxBytes());
        out.writeVLong(options.endKey());
    }

    WalkPosition start() {
        return start;
    }

    WalkOptions options() {
        return options;
    }

    private static WalkPosition readPosition(StreamInput in) throws IOException {
        return new WalkPosition(in.readVLong(), in.readVInt());
    }

    private static void writePosition(WalkPosition position, StreamOutput out)
            throws IOException {
        out.writeVLong(position.key());
        out.writeVInt(position.doc());
    }

    /** The terms, and where the walk goes on. */
    static final class Response extends TransportResponse {

        private final BandBlock block;

        Response(BandBlock block) {
            this.block = block;
        }

        Response(StreamInput in) throws IOException {
            this.block = new BandBlock(in.readVLong(), readPosition(in), in.readByteArray());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVLong(block.leftOut());
            writePosition(block.next(), out);
            out.writeByteArray(block.bytes());
        }

        BandBlock block() {
            return block;
        }
    }
}
