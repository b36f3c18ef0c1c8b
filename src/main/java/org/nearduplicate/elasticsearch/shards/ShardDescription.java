package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.groups.shard.ShardDocuments;

/**
 * How a shard describes itself when it is opened. Shards can be compared only if they agree in their fields
 * and in the kind of keep values.
 *
 * @param maxDoc is above the numbers of its documents
 * @param documents the participating documents
 * @param keepValues what kind of values the keep field has, or null without one
 */
record ShardDescription(
        int maxDoc, ShardDocuments documents, FieldDescription field, String keepValues)
        implements Writeable {

    ShardDescription(StreamInput in) throws IOException {
        this(
                in.readVInt(),
                new ShardDocuments(in.readVLong(), in.readVLong(), in.readVLong()),
                new FieldDescription(in),
                in.readOptionalString());
    }

    /** Returns the description of so many of the documents, which have signatures. */
    ShardDescription only(int some) {
        return new ShardDescription(maxDoc, new ShardDocuments(some, 0, 0), field, keepValues);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(maxDoc);
        out.writeVLong(documents.documents());
        out.writeVLong(documents.withoutSignature());
        out.writeVLong(documents.ofOneShingle());
        field.writeTo(out);
        out.writeOptionalString(keepValues);
    }
}
