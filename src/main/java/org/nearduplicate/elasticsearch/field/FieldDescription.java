package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * What a shard reports of a {@code minhash} field to a node that compares documents of several shards.
 *
 * @param scheme how its texts are sketched
 * @param similarity the default of the similarity from which pairs are found
 * @param recall the least probability with which such pairs are found
 * @param lack why signatures are used in place of shingle sets, or null if that is not so
 */
public record FieldDescription(Scheme scheme, double similarity, double recall, String lack)
        implements Writeable {

    /** That of a field whose mapping says nothing. */
    public static final FieldDescription DEFAULTS = new FieldDescription(
            new SchemeOptions(Map.of()).scheme(), Parameters.SIMILARITY.defaultValue(),
            Parameters.RECALL.defaultValue(), null);

    /** Reads what {@link #writeTo} wrote. */
    public FieldDescription(StreamInput in) throws IOException {
        this(readScheme(in), in.readDouble(), in.readDouble(), in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        writeScheme(scheme, out);
        out.writeDouble(similarity);
        out.writeDouble(recall);
        out.writeOptionalString(lack);
    }

    /** Writes a scheme. */
    public static void writeScheme(Scheme scheme, StreamOutput out) throws IOException {
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

    /** Reads what {@link #writeScheme} wrote. */
    public static Scheme readScheme(StreamInput in) throws IOException {
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
