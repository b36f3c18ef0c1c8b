package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;

/**
 * What one segment stores of the documents of a {@code minhash} field to verify them with. Documents
 * are asked for in ascending order. Belongs to one thread.
 */
public final class StoredValues {

    private final String field;
    private final BinaryDocValues values;

    private StoredValues(LeafReader reader, String field) throws IOException {
        this.field = field;
        this.values = reader.getBinaryDocValues(field);
    }

    /**
     * Opens the signatures, laid out by {@link SignatureFormat}.
     *
     * @param reader the segment
     * @param field the {@code minhash} field
     * @return its signatures
     * @throws IOException if the index cannot be read
     */
    public static StoredValues signatures(LeafReader reader, String field) throws IOException {
        return new StoredValues(reader, field);
    }

    /**
     * Opens the shingle sets, laid out by {@link org.nearduplicate.sketch.ShingleSet}.
     *
     * @param reader the segment
     * @param field the {@code minhash} field
     * @return its shingle sets
     * @throws IOException if the index cannot be read
     */
    public static StoredValues shingleSets(LeafReader reader, String field) throws IOException {
        return new StoredValues(reader, ShingleSetField.nameFor(field));
    }

    /**
     * Returns the value of a document that has one because it has band terms.
     *
     * @param doc the document, not before the one asked for last
     * @return its value, valid until the next call
     * @throws IllegalStateException if it has none
     * @throws IOException if the index cannot be read
     */
    public BytesRef value(int doc) throws IOException {
        if (values == null || values.advanceExact(doc) == false) {
            throw new IllegalStateException(
                    "document [" + doc + "] has band terms of its [minhash] field but no value in ["
                            + field
                            + "]: possible corruption, or field-level security that hides ["
                            + field + "]");
        }
        return values.binaryValue();
    }
}
