package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.nearduplicate.groups.ShardDocuments;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * What a shard tells of itself when it is opened. Shards can be compared only if they agree in scheme
 * and kind of keep values.
 *
 * @param documents the participating documents
 * @param scheme how its texts are sketched
 * @param similarity the similarity from which its bands find pairs
 * @param keepValues what kind of values the keep field has, or null without one
 * @param lack why signatures stand in for shingle sets that the job would take, or null if they do not
 */
record ShardDescription(
        ShardDocuments documents,
        Scheme scheme,
        double similarity,
        String keepValues,
        String lack)
        implements Writeable {

    ShardDescription(StreamInput in) throws IOException {
        this(
                new ShardDocuments(in.readVLong(), in.readVLong()),
                readScheme(in),
                in.readDouble(),
                in.readOptionalString(),
                in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVLong(documents.documents());
        out.writeVLong(documents.withoutSignature());
        writeScheme(out);
        out.writeDouble(similarity);
        out.writeOptionalString(keepValues);
        out.writeOptionalString(lack);
    }

    private void writeScheme(StreamOutput out) throws IOException {
        out.writeVInt(scheme.version());
        out.writeEnum(scheme.shingleUnit());
        out.writeVInt(scheme.shingleSize());
        out.writeEnum(scheme.hashFunction());
        out.writeVInt(scheme.seed());
        out.writeEnum(scheme.sketch());
        out.writeVInt(scheme.hashCount());
        out.writeVInt(scheme.signatureBits());
        out.writeVInt(scheme.banding().bands());
        out.writeVInt(scheme.banding().rows());
    }

    private static Scheme readScheme(StreamInput in) throws IOException {
        return new Scheme(
                in.readVInt(),
                in.readEnum(ShingleUnit.class),
                in.readVInt(),
                in.readEnum(HashFunction.class),
                in.readVInt(),
                in.readEnum(SketchAlgorithm.class),
                in.readVInt(),
                in.readVInt(),
                new Banding(in.readVInt(), in.readVInt()));
    }
}
