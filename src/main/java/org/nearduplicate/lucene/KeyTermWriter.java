package org.nearduplicate.lucene;

import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.util.AttributeSource;
import org.nearduplicate.sketch.BandTermFormat;

/** Writes the terms of keys, one after the other, into the attributes of a token stream. */
final class KeyTermWriter {

    private static final long[] NONE = {};

    private final CharTermAttribute term;
    private final byte[] buffer = new byte[BandTermFormat.WIDTH];

    private long[] keys = NONE;
    private int next;

    KeyTermWriter(AttributeSource attributes) {
        this.term = attributes.addAttribute(CharTermAttribute.class);
    }

    /** Has nothing to write until it begins. */
    void stop() {
        begin(NONE);
    }

    /** Begins with the term of the first of some keys. */
    void begin(long[] keys) {
        this.keys = keys;
        this.next = 0;
    }

    /** Returns whether a term is left to write. */
    boolean hasNext() {
        return next < keys.length;
    }

    /** Writes the next term into the term attribute. */
    void writeNext() {
        BandTermFormat.write(keys[next++], buffer);
        char[] characters = term.resizeBuffer(buffer.length);
        for (int i = 0; i < buffer.length; i++) {
            characters[i] = (char) buffer[i];
        }
        term.setLength(buffer.length);
    }
}
