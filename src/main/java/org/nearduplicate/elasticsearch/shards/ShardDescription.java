package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.nearduplicate.groups.ShardDocuments;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Parameters;

/**
 * What a shard tells of itself when it is opened. Shards can be compared only if they agree in scheme
 * and kind of keep values.
 *
 * @param documents the participating documents
 * @param scheme all components of the scheme, as text
 * @param banding its bands
 * @param hashCount k, the components of its signatures
 * @param similarity the similarity from which its bands find pairs
 * @param keepValues what kind of values the keep field has, or null without one
 */
record ShardDescription(
        ShardDocuments documents,
        String scheme,
        Banding banding,
        int hashCount,
        double similarity,
        String keepValues)
        implements Writeable {

    /** Checks what sizes of arrays are made of. */
    ShardDescription {
        Parameters.HASH_COUNT.check(hashCount);
    }

    ShardDescription(StreamInput in) throws IOException {
        this(
                new ShardDocuments(in.readVLong(), in.readVLong()),
                in.readString(),
                new Banding(in.readVInt(), in.readVInt()),
                in.readVInt(),
                in.readDouble(),
                in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVLong(documents.documents());
        out.writeVLong(documents.withoutSignature());
        out.writeString(scheme);
        out.writeVInt(banding.bands());
        out.writeVInt(banding.rows());
        out.writeVInt(hashCount);
        out.writeDouble(similarity);
        out.writeOptionalString(keepValues);
    }
}
