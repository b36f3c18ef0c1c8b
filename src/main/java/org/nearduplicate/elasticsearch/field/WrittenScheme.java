package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * A scheme as nodes send it.
 *
 * @param scheme the scheme
 */
public record WrittenScheme(Scheme scheme) implements Writeable {

    /** Reads what {@link #writeTo} wrote. */
    public WrittenScheme(StreamInput in) throws IOException {
        this(
                new Scheme(
                        in.readVInt(),
                        in.readEnum(ShingleUnit.class),
                        in.readVInt(),
                        in.readEnum(HashFunction.class),
                        in.readVInt(),
                        in.readEnum(SketchAlgorithm.class),
                        in.readVInt(),
                        in.readVInt(),
                        new Banding(in.readVInt(), in.readVInt())));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
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
}
