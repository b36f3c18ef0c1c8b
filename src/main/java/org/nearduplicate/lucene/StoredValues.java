package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.SignatureFormat;
import org.nearduplicate.sketch.sets.StoredShingles;

/**
 * What one segment stores of the documents of a {@code minhash} field to verify them with. Documents
 * are read in ascending order. Not thread-safe.
 */
public final class StoredValues {

    private static final String SHINGLE_SETS = "._shingles";
    private static final String SAMPLED = "._prints";

    private final String field;
    private final BinaryDocValues values;
    private final ToIntFunction<BytesRef> shingleCounter;
    private int shingleCount;

    private StoredValues(
            LeafReader reader, String field, ToIntFunction<BytesRef> shingleCounter)
            throws IOException {
        this.field = field;
        this.values = reader.getBinaryDocValues(field);
        this.shingleCounter = shingleCounter;
    }

    /** Opens the signatures, laid out by their format. */
    public static StoredValues signatures(LeafReader reader, String field, SignatureFormat format)
            throws IOException {
        return new StoredValues(
                reader, field,
                value -> format.shingleCount(value.bytes, value.offset, value.length));
    }

    /**
     * Returns the first document that has a value in a field, and so might be found. That is the last one
     * where the others are deleted or hidden.
     *
     * @return the first with a signature that is neither deleted nor hidden; none if there is none
     */
    public static OptionalInt first(IndexReader reader, String field) throws IOException {
        return first(reader, field, Integer.MAX_VALUE, signature -> true);
    }

    /**
     * Returns whether a document of an index has a single shingle, by the first of those that have any.
     *
     * @param most so many documents are looked at
     */
    public static boolean isAnyOfOneShingle(IndexReader reader, String field, int most)
            throws IOException {
        return first(
                reader, field, most,
                signature -> SignatureFormat.isOfOneShingle(
                        signature.bytes, signature.offset, signature.length))
                .isPresent();
    }

    private static OptionalInt first(
            IndexReader reader, String field, int most, Predicate<BytesRef> wanted)
            throws IOException {
        int seen = 0;
        for (LeafReaderContext segment : reader.leaves()) {
            BinaryDocValues signatures = DocValues.getBinary(segment.reader(), field);
            Bits live = segment.reader().getLiveDocs();
            while (seen < most && signatures.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                seen++;
                if ((live == null || live.get(signatures.docID()))
                        && wanted.test(signatures.binaryValue())) {
                    return OptionalInt.of(segment.docBase + signatures.docID());
                }
            }
        }
        return OptionalInt.empty();
    }

    /** Returns where the shingle sets are that a {@code minhash} field stores, laid out by {@link StoredShingles}. */
    public static DocumentSource<BytesRef> storedSets(String field) {
        return (segment, dense) -> new StoredValues(
                segment.reader(), shingleSetField(field),
                value -> StoredShingles.requireSize(
                        value.bytes, value.offset, value.length))::value;
    }

    /** Returns the Lucene field that holds the shingle sets of a {@code minhash} field. */
    public static String shingleSetField(String field) {
        return field + SHINGLE_SETS;
    }

    /** Returns the Lucene field that holds the sampled shingles of a {@code minhash} field, and their numbers. */
    public static String sampledShinglesField(String field) {
        return field + SAMPLED;
    }

    /**
     * Returns whether the sets or the sampled shingles of a field can be read wherever its signatures can. Where
     * field-level security hides them, their field is not even known.
     *
     * @param other {@link #shingleSetField} or {@link #sampledShinglesField}
     * @return whether no segment has signatures alone
     */
    public static boolean areShown(IndexReader reader, String field, String other) {
        return reader.leaves().stream()
                .map(segment -> segment.reader().getFieldInfos())
                .allMatch(
                        fields -> fields.fieldInfo(field) == null
                                || fields.fieldInfo(other) != null);
    }

    /**
     * Returns the value of a document that has one because a term of its field has found it.
     *
     * @param doc the document, not before the one that was read last
     * @return its value, valid until the next call, of a length and a number of shingles that it can have
     * @throws IllegalStateException if it has none, or one that cannot be right
     */
    public BytesRef value(int doc) throws IOException {
        BytesRef value = valueIfAny(doc);
        if (value == null) {
            throw new IllegalStateException(
                    "document [" + doc + "] has terms of its [minhash] field but no value in ["
                            + field
                            + "]: possible corruption, or field-level security that hides ["
                            + field + "]");
        }
        return value;
    }

    /**
     * Returns the value of a document that may have none.
     *
     * @param doc the document, not before the one that was read last
     * @return its value, valid until the next call, of a length and a number of shingles that it can have; null if
     *     it has no words, or is not shown
     * @throws IllegalStateException if it has one that cannot be right
     */
    public BytesRef valueIfAny(int doc) throws IOException {
        if (values == null || values.advanceExact(doc) == false) {
            return null;
        }
        BytesRef value = values.binaryValue();
        try {
            shingleCount = shingleCounter.applyAsInt(value);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    "document [" + doc + "], field [" + field + "]: " + e.getMessage(), e);
        }
        return value;
    }

    /** Returns the number of distinct shingles by the value that was read last, at least 1. */
    public int shingleCount() {
        return shingleCount;
    }
}
