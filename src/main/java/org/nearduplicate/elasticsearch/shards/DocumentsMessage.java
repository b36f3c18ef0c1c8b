package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.elasticsearch.request.AscendingInts;

/** Asks for something of documents: what is asked is told by the action. */
final class DocumentsMessage extends SessionMessage {

    private final int[] documents;

    DocumentsMessage(OriginalIndices indices, String session, int[] documents) {
        super(indices, session);
        this.documents = documents;
    }

    DocumentsMessage(StreamInput in) throws IOException {
        super(in);
        this.documents = AscendingInts.read(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        AscendingInts.write(documents, out);
    }

    int[] documents() {
        return documents;
    }

    /** What was asked, one document after the other. */
    static final class BytesResponse extends TransportResponse {

        private final byte[] bytes;

        BytesResponse(byte[] bytes) {
            this.bytes = bytes;
        }

        BytesResponse(StreamInput in) throws IOException {
            this.bytes = in.readByteArray();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeByteArray(bytes);
        }

        byte[] bytes() {
            return bytes;
        }
    }
}
