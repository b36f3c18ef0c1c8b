package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.nearduplicate.sketch.Scheme;

/**
 * What a shard tells of a {@code minhash} field to whoever compares its documents with those of others.
 *
 * @param scheme how its texts are sketched
 * @param similarity the similarity from which pairs are found where nothing else is said
 * @param recall the least probability with which they are
 * @param lack why signatures stand in for shingle sets that would be taken, or null if they do not
 */
public record FieldDescription(Scheme scheme, double similarity, double recall, String lack)
        implements Writeable {

    /** Reads what {@link #writeTo} wrote. */
    public FieldDescription(StreamInput in) throws IOException {
        this(
                new WrittenScheme(in).scheme(), in.readDouble(), in.readDouble(),
                in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        new WrittenScheme(scheme).writeTo(out);
        out.writeDouble(similarity);
        out.writeDouble(recall);
        out.writeOptionalString(lack);
    }
}
