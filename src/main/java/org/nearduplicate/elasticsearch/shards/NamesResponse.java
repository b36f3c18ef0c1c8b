package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.List;
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
        this.names = in.readCollectionAsList(NameWire::read);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeCollection(names, NameWire::write);
    }

    List<DocumentName> names() {
        return names;
    }
}
