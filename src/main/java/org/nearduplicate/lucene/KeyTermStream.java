package org.nearduplicate.lucene;

import org.apache.lucene.analysis.TokenStream;

/** The terms of the keys of one document as a token stream, for a field whose texts were analyzed before. */
public final class KeyTermStream extends TokenStream {

    private final KeyTermWriter writer = new KeyTermWriter(this);
    private long[] keys;

    /**
     * Creates a stream.
     *
     * @param keys as {@link org.nearduplicate.sketch.BandTermFormat} has them, in any order; not copied
     */
    public KeyTermStream(long[] keys) {
        this.keys = keys;
    }

    /** Returns a stream of the terms of some keys, to be reset: one that is no longer read, if it was for such. */
    static KeyTermStream reuse(TokenStream done, long[] keys) {
        if (done instanceof KeyTermStream stream) {
            stream.keys = keys;
            return stream;
        }
        return new KeyTermStream(keys);
    }

    @Override
    public void reset() {
        writer.begin(keys);
    }

    @Override
    public boolean incrementToken() {
        if (writer.hasNext() == false) {
            return false;
        }
        clearAttributes();
        writer.writeNext();
        return true;
    }
}
