package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;

/**
 * What one segment stores of the documents of a {@code minhash} field to verify them with. Documents
 * are asked for in ascending order. Belongs to one thread.
 */
public final class StoredValues {

    private final String field;
    private final BinaryDocValues values;
    private final Consumer<BytesRef> check;

    private StoredValues(LeafReader reader, String field, Consumer<BytesRef> check)
            throws IOException {
        this.field = field;
        this.values = reader.getBinaryDocValues(field);
        this.check = check;
    }

    /**
     * Opens the signatures, laid out by {@link SignatureFormat}.
     *
     * @param reader the segment
     * @param field the {@code minhash} field
     * @param hashCount k, the components of its signatures
     * @return its signatures
     * @throws IOException if the index cannot be read
     */
    public static StoredValues signatures(LeafReader reader, String field, int hashCount)
            throws IOException {
        return new StoredValues(
                reader, field, value -> SignatureFormat.shingleCount(value, hashCount));
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
        return new StoredValues(
                reader, ShingleSetField.nameFor(field), ShingleSetField::shingleCount);
    }

    /** Returns the Lucene field that holds the shingle sets of a {@code minhash} field. */
    public static String shingleSetField(String field) {
        return ShingleSetField.nameFor(field);
    }

    /**
     * Returns whether shingle sets can be read wherever signatures can. Where field-level security hides
     * them, their field is not even known.
     *
     * @param reader the index
     * @param field a {@code minhash} field that stores them
     * @return whether no segment has signatures alone
     */
    public static boolean showShingleSets(IndexReader reader, String field) {
        return reader.leaves().stream()
                .map(segment -> segment.reader().getFieldInfos())
                .allMatch(
                        fields -> fields.fieldInfo(field) == null
                                || fields.fieldInfo(ShingleSetField.nameFor(field)) != null);
    }

    /**
     * Returns the value of a document that has one because it has band terms.
     *
     * @param doc the document, not before the one asked for last
     * @return its value, valid until the next call, of a length and a number of shingles that it can have
     * @throws IllegalStateException if it has none, or one that cannot be right
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
        BytesRef value = values.binaryValue();
        try {
            check.accept(value);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    "document [" + doc + "], field [" + field + "]: " + e.getMessage(), e);
        }
        return value;
    }
}
