package org.nearduplicate.lucene;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.util.AttributeSource;
import org.nearduplicate.sketch.BandTermFormat;

/** The terms of the keys of one document as a token stream, for a field whose texts were analyzed before. */
public final class KeyTermStream extends TokenStream {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final byte[] buffer = new byte[BandTermFormat.WIDTH];
    private long[] keys;
    private int next;

    /** Creates a stream of the terms of keys as {@link BandTermFormat} has them, in any order; not copied. */
    public KeyTermStream(long[] keys) {
        this.keys = keys;
    }

    /** Creates a stream of no terms yet, which writes into the attributes of another. */
    KeyTermStream(AttributeSource attributes) {
        super(attributes);
        begin();
    }

    /** Returns a stream of the terms of some keys, to be reset: one that is no longer read, if it was for such. */
    static KeyTermStream reuse(TokenStream done, long[] keys) {
        if (done instanceof KeyTermStream stream) {
            stream.keys = keys;
            return stream;
        }
        return new KeyTermStream(keys);
    }

    /** Begins with the term of the first of some keys. */
    void begin(long... keys) {
        this.keys = keys;
        this.next = 0;
    }

    @Override
    public void reset() {
        next = 0;
    }

    @Override
    public boolean incrementToken() {
        if (next == keys.length) {
            return false;
        }
        clearAttributes();
        BandTermFormat.write(keys[next++], buffer);
        char[] characters = term.resizeBuffer(buffer.length);
        for (int i = 0; i < buffer.length; i++) {
            characters[i] = (char) buffer[i];
        }
        term.setLength(buffer.length);
        return true;
    }
}
