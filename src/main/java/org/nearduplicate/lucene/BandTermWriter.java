package org.nearduplicate.lucene;

import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.util.AttributeSource;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.BandTerms;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.Sketch;

/** Writes the band terms of a sketch, one after the other, into the attributes of a token stream. */
final class BandTermWriter {

    private final BandTerms bandTerms;
    private final CharTermAttribute term;
    private final byte[] buffer;

    private Sketch sketch;
    private int nextBand;

    BandTermWriter(Scheme scheme, AttributeSource attributes) {
        this.bandTerms = new BandTerms(scheme);
        this.term = attributes.addAttribute(CharTermAttribute.class);
        this.buffer = new byte[BandTermFormat.WIDTH];
    }

    /** Begins with the first band of a sketch; {@code null} has no bands. */
    void begin(Sketch sketch) {
        this.sketch = sketch;
        this.nextBand = 0;
    }

    /** Returns whether a term is left to write. */
    boolean hasNext() {
        return sketch != null && nextBand < bandTerms.count();
    }

    /** Writes the next term into the term attribute. */
    void writeNext() {
        bandTerms.write(sketch, nextBand++, buffer);
        char[] characters = term.resizeBuffer(buffer.length);
        for (int i = 0; i < buffer.length; i++) {
            characters[i] = (char) buffer[i];
        }
        term.setLength(buffer.length);
    }
}
