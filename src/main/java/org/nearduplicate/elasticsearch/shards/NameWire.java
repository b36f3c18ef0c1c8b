package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.nearduplicate.groups.DocumentName;

/** How the name of a document is sent. */
public final class NameWire {

    private NameWire() {}

    /**
     * Reads a name.
     *
     * @param in where from
     * @return the name
     * @throws IOException if it cannot be read
     */
    public static DocumentName read(StreamInput in) throws IOException {
        String id = in.readString();
        String routing = in.readOptionalString();
        BytesRef keepKey = in.readBoolean() ? in.readBytesRef() : null;
        return new DocumentName(id, routing, keepKey);
    }

    /**
     * Writes a name.
     *
     * @param out where to
     * @param name the name
     * @throws IOException if it cannot be written
     */
    public static void write(StreamOutput out, DocumentName name) throws IOException {
        out.writeString(name.id());
        out.writeOptionalString(name.routing());
        out.writeBoolean(name.keepKey() != null);
        if (name.keepKey() != null) {
            out.writeBytesRef(name.keepKey());
        }
    }
}
