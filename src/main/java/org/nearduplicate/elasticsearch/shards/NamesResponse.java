package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.groups.DocumentName;

/** The names of the documents that were asked for, in their order. */
final class NamesResponse extends TransportResponse {

    private final List<DocumentName> names;

    NamesResponse(List<DocumentName> names) {
        this.names = names;
    }

    NamesResponse(StreamInput in) throws IOException {
        this.names = in.readCollectionAsList(NamesResponse::readName);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeCollection(names, NamesResponse::writeName);
    }

    List<DocumentName> names() {
        return names;
    }

    private static DocumentName readName(StreamInput in) throws IOException {
        String id = in.readString();
        String routing = in.readOptionalString();
        BytesRef keepKey = in.readBoolean() ? in.readBytesRef() : null;
        return new DocumentName(id, routing, keepKey);
    }

    private static void writeName(StreamOutput out, DocumentName name) throws IOException {
        out.writeString(name.id());
        out.writeOptionalString(name.routing());
        out.writeBoolean(name.keepKey() != null);
        if (name.keepKey() != null) {
            out.writeBytesRef(name.keepKey());
        }
    }
}
