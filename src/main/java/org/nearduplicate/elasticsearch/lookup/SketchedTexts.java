package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;
import org.nearduplicate.unseen.TextComparison;

/**
 * The texts of a lookup as indices whose fields do it alike sketch them: what is asked of a shard.
 *
 * @param field the name of the field, as the mapping has it
 * @param verify how candidates are verified, or null for exactly where that is possible
 * @param ignored the shingles that do not count
 * @param counterparts which documents they are compared with
 */
public record SketchedTexts(
        String field, Scheme scheme, List<SoughtText> texts, Verify verify, ShingleSet ignored,
        Counterparts counterparts)
        implements Writeable {

    /**
     * A text as it is looked up in one index.
     *
     * @param text the text as the index sketches it, or null if it has no words
     * @param rows how many rows of a band a query takes, at most all
     * @param minSimilarity the similarity to reach, in (0,1]
     * @param size how many documents are named at most
     * @param source what has to be known of the document that it is a text of, as JSON, or null
     */
    public record SoughtText(
            SketchedText text, int rows, double minSimilarity, int size, BytesReference source) {

        private static SoughtText read(Scheme scheme, StreamInput in) throws IOException {
            return new SoughtText(
                    in.readBoolean()
                            ? SketchedText.read(
                                    scheme, in.readLongArray(), in.readByteArray(),
                                    in.readByteArray())
                            : null,
                    in.readVInt(),
                    in.readDouble(),
                    in.readVInt(),
                    in.readOptionalBytesReference());
        }

        private void writeTo(StreamOutput out) throws IOException {
            out.writeBoolean(text != null);
            if (text != null) {
                out.writeLongArray(text.keys());
                out.writeByteArray(text.signature().stored());
                out.writeByteArray(text.shingles().toBytes());
            }
            out.writeVInt(rows);
            out.writeDouble(minSimilarity);
            out.writeVInt(size);
            out.writeOptionalBytesReference(source);
        }
    }

    SketchedTexts(StreamInput in) throws IOException {
        this(in.readString(), FieldDescription.readScheme(in), in);
    }

    private SketchedTexts(String field, Scheme scheme, StreamInput in) throws IOException {
        this(
                field, scheme, in.readCollectionAsList(text -> SoughtText.read(scheme, text)),
                in.readOptionalEnum(Verify.class), readShingles(in), new Counterparts(in));
    }

    private static ShingleSet readShingles(StreamInput in) throws IOException {
        byte[] bytes = in.readByteArray();
        return bytes.length == 0 ? ShingleSet.EMPTY : ShingleSet.read(bytes);
    }

    /** Returns the same with how candidates were verified. */
    SketchedTexts verifiedBy(Verify used) {
        return new SketchedTexts(field, scheme, texts, used, ignored, counterparts);
    }

    /** Returns what compares a text as a query does. */
    public TextComparison comparison(SoughtText text) {
        return new TextComparison(text.text(), text.minSimilarity(), verify, ignored);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(field);
        FieldDescription.writeScheme(scheme, out);
        out.writeCollection(texts, (to, text) -> text.writeTo(to));
        out.writeOptionalEnum(verify);
        out.writeByteArray(ignored.isEmpty() ? new byte[0] : ignored.toBytes());
        counterparts.writeTo(out);
    }
}
