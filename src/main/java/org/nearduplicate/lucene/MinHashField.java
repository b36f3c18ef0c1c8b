package org.nearduplicate.lucene;

import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.Sketch;

/**
 * All values of one {@code minhash} field in one document, as a Lucene field: its band terms in the
 * inverted index and its signature in binary doc values, under one name.
 *
 * <p>Values may be added until Lucene asks for the content, since the sketch of a document is that of
 * the union of its values. Belongs to the thread that parses and indexes the document.
 */
public final class MinHashField extends Field {

    private static final FieldType TYPE = new FieldType();

    static {
        TYPE.setTokenized(true);
        TYPE.setIndexOptions(IndexOptions.DOCS);
        TYPE.setOmitNorms(true);
        TYPE.setDocValuesType(DocValuesType.BINARY);
        TYPE.freeze();
    }

    private final TextSketcher sketcher;
    private final ShingleHashes hashes = new ShingleHashes();
    private Sketch sketch;

    /**
     * Creates a field without values.
     *
     * @param name the Lucene field
     * @param sketcher turns values into shingle hashes, and those into the sketch
     */
    public MinHashField(String name, TextSketcher sketcher) {
        super(name, TYPE);
        this.sketcher = sketcher;
    }

    /**
     * Adds one value. No shingle runs from one value to the next.
     *
     * @param text any text
     */
    public void addValue(String text) {
        sketcher.shingle(text, hashes);
        sketch = null;
    }

    /** Returns whether no value so far had a token; such a field must not be indexed. */
    public boolean isEmpty() {
        return hashes.isEmpty();
    }

    /**
     * Returns the fields to index for this document.
     *
     * @param exact whether the shingle set is stored too
     * @return this field, and that of the shingle set if asked for
     */
    public List<IndexableField> fields(boolean exact) {
        return exact ? List.of(this, new ShingleSetField(name(), hashes)) : List.of(this);
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
        return new BandTermStream(sketch());
    }

    @Override
    public BytesRef binaryValue() {
        return SignatureFormat.encode(Signature.of(sketch()));
    }

    private Sketch sketch() {
        if (sketch == null) {
            sketch = sketcher.sketch(hashes);
        }
        return sketch;
    }
}
