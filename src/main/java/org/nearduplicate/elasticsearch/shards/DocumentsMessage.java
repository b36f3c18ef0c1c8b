package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.transport.TransportResponse;

/**
 * Asks for something of documents: what is asked is told by the action. They ascend, so what is sent of each is by how
 * much: of many documents a byte or two.
 */
final class DocumentsMessage extends SessionMessage {

    private final int[] documents;

    DocumentsMessage(OriginalIndices indices, String session, int[] documents) {
        super(indices, session);
        this.documents = documents;
    }

    DocumentsMessage(StreamInput in) throws IOException {
        super(in);
        this.documents = in.readVIntArray();
        for (int i = 1; i < documents.length; i++) {
            documents[i] += documents[i - 1];
        }
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeVInt(documents.length);
        int before = 0;
        for (int document : documents) {
            out.writeVInt(document - before);
            before = document;
        }
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
