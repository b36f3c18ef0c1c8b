package org.nearduplicate.lucene;

import org.apache.lucene.analysis.TokenStream;
import org.nearduplicate.sketch.Sketch;

/** The band terms of one sketch as a token stream, for a field whose texts were analyzed before. */
public final class BandTermStream extends TokenStream {

    private final Sketch sketch;
    private final BandTermWriter writer;

    /**
     * Creates a stream.
     *
     * @param sketch gives the terms, and the bands by its scheme
     */
    public BandTermStream(Sketch sketch) {
        this.sketch = sketch;
        this.writer = new BandTermWriter(sketch.scheme(), this);
    }

    @Override
    public void reset() {
        writer.begin(sketch);
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
