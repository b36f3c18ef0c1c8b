package org.nearduplicate.lucene;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Sketch;

/** The band terms of a sketch, and beside them whatever bytes a test wants, or none. */
final class HandMadeField extends Field {

    private final Sketch sketch;
    private final BytesRef value;

    private HandMadeField(String name, Sketch sketch, BytesRef value, DocValuesType docValues) {
        super(name, MinHashField.termsBeside(docValues));
        this.sketch = sketch;
        this.value = value;
    }

    static HandMadeField withValue(String name, Sketch sketch, BytesRef value) {
        return new HandMadeField(name, sketch, value, DocValuesType.BINARY);
    }

    static HandMadeField withoutValue(String name, Sketch sketch) {
        return new HandMadeField(name, sketch, null, DocValuesType.NONE);
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
        return new KeyTermStream(sketch.keys());
    }

    @Override
    public BytesRef binaryValue() {
        return value;
    }
}
