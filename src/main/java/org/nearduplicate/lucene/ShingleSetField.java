package org.nearduplicate.lucene;

import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.ShingleSet;

/**
 * The shingle set of one document as binary doc values beside its signature. The bytes are laid out
 * by {@link ShingleSet}.
 */
final class ShingleSetField extends Field {

    private final MinHashField field;

    /**
     * @param field its shingles are stored; it is asked when Lucene asks for the value
     */
    ShingleSetField(MinHashField field) {
        super(StoredValues.shingleSetField(field.name()), BinaryDocValuesField.TYPE);
        this.field = field;
    }

    @Override
    public BytesRef binaryValue() {
        return field.shingleSet();
    }
}
