package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.SketchedText;

/**
 * A text as it is looked up in one index.
 *
 * @param text the text as the index sketches it, or null if it has no words
 * @param rows how many rows of a band a query takes, at most all
 * @param minSimilarity the similarity to reach, in (0,1]
 * @param size how many documents are named at most
 */
public record SoughtText(SketchedText text, int rows, double minSimilarity, int size) {

    static SoughtText read(Scheme scheme, StreamInput in) throws IOException {
        return new SoughtText(
                in.readBoolean()
                        ? SketchedText.read(
                                scheme, in.readLongArray(), in.readByteArray(), in.readByteArray())
                        : null,
                in.readVInt(),
                in.readDouble(),
                in.readVInt());
    }

    void writeTo(StreamOutput out) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            out.writeLongArray(text.keys());
            out.writeByteArray(text.signature().stored());
            out.writeByteArray(text.shingles().toBytes());
        }
        out.writeVInt(rows);
        out.writeDouble(minSimilarity);
        out.writeVInt(size);
    }
}
