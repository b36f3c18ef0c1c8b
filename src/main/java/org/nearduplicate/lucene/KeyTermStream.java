package org.nearduplicate.lucene;

import org.apache.lucene.analysis.TokenStream;

/** The terms of the keys of one document as a token stream, for a field whose texts were analyzed before. */
abstract class KeyTermStream extends TokenStream {

    private final KeyTermWriter writer = new KeyTermWriter(this);

    /** Returns the keys as {@link org.nearduplicate.sketch.BandTermFormat} has them. */
    abstract long[] keys();

    @Override
    public final void reset() {
        writer.begin(keys());
    }

    @Override
    public final boolean incrementToken() {
        if (writer.hasNext() == false) {
            return false;
        }
        clearAttributes();
        writer.writeNext();
        return true;
    }
}
