package org.nearduplicate.lucene;

import java.util.Locale;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.ShingleSet;

/**
 * The shingle set of one document as binary doc values beside its signature. The bytes are laid out
 * by {@link ShingleSet}.
 */
final class ShingleSetField extends Field {

    private static final String SUFFIX = "._shingles";

    private final MinHashField field;

    /**
     * @param field its shingles are stored; it is asked when Lucene asks for the value
     */
    ShingleSetField(MinHashField field) {
        super(nameFor(field.name()), BinaryDocValuesField.TYPE);
        this.field = field;
    }

    /** Returns the Lucene field that holds the shingle sets of a {@code minhash} field. */
    static String nameFor(String minHashField) {
        return minHashField + SUFFIX;
    }

    /**
     * Checks that a stored value can be a shingle set.
     *
     * @return its number of shingles
     * @throws IllegalStateException if its length is not that of a shingle set
     */
    static int shingleCount(BytesRef value) {
        if (value.length == 0 || value.length % ShingleSet.BYTES_PER_SHINGLE != 0) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a shingle set has %d bytes a shingle and at least one, got %d bytes",
                            ShingleSet.BYTES_PER_SHINGLE, value.length));
        }
        return value.length / ShingleSet.BYTES_PER_SHINGLE;
    }

    @Override
    public BytesRef binaryValue() {
        return field.shingleSet();
    }
}
