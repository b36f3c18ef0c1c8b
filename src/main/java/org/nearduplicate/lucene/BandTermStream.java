package org.nearduplicate.lucene;

import org.apache.lucene.analysis.TokenStream;
import org.nearduplicate.sketch.BandTerms;
import org.nearduplicate.sketch.Sketch;

/** The band terms of one sketch as a token stream. */
public final class BandTermStream extends KeyTermStream {

    private final BandTerms bandTerms;
    private Sketch sketch;

    /**
     * Creates a stream.
     *
     * @param sketch gives the terms, and the bands by its scheme
     */
    public BandTermStream(Sketch sketch) {
        this.sketch = sketch;
        this.bandTerms = new BandTerms(sketch.scheme());
    }

    /**
     * Returns a stream of the terms of a sketch: one that is done, if it was for a sketch of the same
     * scheme.
     *
     * @param done any stream that is no longer read, or {@code null}
     * @param sketch gives the terms
     * @return a stream, to be reset
     */
    static BandTermStream reuse(TokenStream done, Sketch sketch) {
        if (done instanceof BandTermStream stream
                && stream.sketch.scheme().equals(sketch.scheme())) {
            stream.sketch = sketch;
            return stream;
        }
        return new BandTermStream(sketch);
    }

    @Override
    long[] keys() {
        return bandTerms.keys(sketch);
    }
}
