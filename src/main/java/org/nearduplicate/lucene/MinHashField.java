package org.nearduplicate.lucene;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.ThreadScratch;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;
import org.nearduplicate.sketch.sets.StoredShingles;

/**
 * All values of one {@code minhash} field in one document, as a Lucene field: its band terms in the
 * inverted index and its signature in binary doc values, under one name.
 *
 * <p>Values may be added until Lucene reads the field, since the sketch of a document is that of
 * the union of its values. From then on the field holds the sketch alone, and the buffer that the
 * values filled serves another field. Not thread-safe.
 */
public final class MinHashField extends Field {

    private static final FieldType TYPE = termsBeside(DocValuesType.BINARY);
    private static final FieldType SAMPLED = termsBeside(DocValuesType.NUMERIC);

    private final TextSketcher sketcher;

    /** Those of the values so far; {@code null} once the sketch is made of them. */
    private ShingleHashes hashes;

    private boolean exact;
    private boolean isTextKept;
    private SampledShingles sampled;
    private Sketch sketch;
    private SketchedText text;
    private BytesRef shingleSet;
    private long[] sampledKeys;

    /** Creates a field without values, of the name of the Lucene field. */
    public MinHashField(String name, TextSketcher sketcher) {
        super(name, TYPE);
        this.sketcher = sketcher;
        this.hashes = ThreadScratch.get().takeHashes();
    }

    /**
     * Adds one value. No shingle runs from one value to the next.
     *
     * @throws IllegalStateException if Lucene has read the field
     */
    public void addValue(String text) {
        requireUnread();
        sketcher.shingle(text, hashes);
    }

    /**
     * Returns whether no value so far had a token; such a field must not be indexed, but be {@link #drop
     * dropped}.
     */
    public boolean isEmpty() {
        return hashes != null && hashes.isEmpty();
    }

    /** Gives the buffer of a field back that is not indexed, and takes no more values. */
    public void drop() {
        ThreadScratch.get().giveBack(hashes);
        hashes = null;
    }

    /**
     * Returns the fields to index for this document.
     *
     * @param exact whether the shingle set is stored too
     * @param sampled which of its shingles are sampled, and so indexed, or null for none
     * @throws IllegalStateException if Lucene has read the field
     */
    public List<IndexableField> fields(boolean exact, SampledShingles sampled) {
        requireUnread();
        this.exact = exact;
        this.sampled = sampled;
        List<IndexableField> fields = new ArrayList<>(List.of(this));
        if (exact) {
            fields.add(new ShingleSetField());
        }
        if (sampled != null) {
            fields.add(new SampledShinglesField());
        }
        return fields;
    }

    /** Keeps the text for {@link #text} also where its shingle set is not stored. */
    public void keepText() {
        isTextKept = true;
    }

    /** Returns the text that was indexed, or null if {@link #keepText} was not called before Lucene read the field. */
    public SketchedText text() {
        return text;
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
        makeContent();
        return KeyTermStream.reuse(reuse, sketch.keys());
    }

    @Override
    public BytesRef binaryValue() {
        makeContent();
        return new BytesRef(Signature.of(sketch).stored());
    }

    /** The shingle set as binary doc values beside the signature, laid out by {@link StoredShingles}. */
    private final class ShingleSetField extends Field {

        ShingleSetField() {
            super(
                    StoredValues.shingleSetField(MinHashField.this.name()),
                    BinaryDocValuesField.TYPE);
        }

        @Override
        public BytesRef binaryValue() {
            makeContent();
            return shingleSet;
        }
    }

    /**
     * The {@linkplain SampledShingles sampled shingles} beside the signature: a term each in the inverted index, and
     * their number in numeric doc values, under one name.
     */
    private final class SampledShinglesField extends Field {

        SampledShinglesField() {
            super(StoredValues.sampledShinglesField(MinHashField.this.name()), SAMPLED);
        }

        @Override
        public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
            makeContent();
            return KeyTermStream.reuse(reuse, sampledKeys);
        }

        @Override
        public Number numericValue() {
            makeContent();
            return sampledKeys.length;
        }
    }

    /** Makes all that is stored, and gives the hashes back: by then there is no other use for them. */
    private void makeContent() {
        if (hashes != null) {
            sketch = sketcher.sketch(hashes);
            sampledKeys = sampled == null ? null : sampled.keys(hashes);
            ShingleSet shingles = exact || isTextKept ? ShingleSet.of(hashes) : null;
            shingleSet = exact ? new BytesRef(shingles.toBytes()) : null;
            text = isTextKept ? SketchedText.of(sketch, shingles) : null;
            drop();
        }
    }

    /** Returns the type of a field that has the terms of keys in its inverted index, and doc values beside them under its name. */
    public static FieldType termsBeside(DocValuesType docValues) {
        FieldType type = new FieldType();
        type.setTokenized(true);
        type.setIndexOptions(IndexOptions.DOCS);
        type.setOmitNorms(true);
        type.setDocValuesType(docValues);
        type.freeze();
        return type;
    }

    private void requireUnread() {
        if (hashes == null) {
            throw new IllegalStateException(
                    "field [" + name() + "] was read, and takes no more values");
        }
    }
}
