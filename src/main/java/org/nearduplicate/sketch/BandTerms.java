package org.nearduplicate.sketch;

/**
 * The terms under which a document is indexed, one a band: bits of the band's components, in the
 * {@linkplain BandTermFormat format} that keeps 42. Immutable.
 */
public final class BandTerms {

    private final Banding banding;

    /**
     * Creates the terms of a scheme.
     *
     * @param scheme gives the banding
     */
    public BandTerms(Scheme scheme) {
        this.banding = scheme.banding();
    }

    /** Returns the number of terms of a document: the bands. */
    public int count() {
        return banding.bands();
    }

    /**
     * Returns the keys of the terms of all bands.
     *
     * @param sketch a sketch of the scheme
     * @return a key for each band, ascending
     */
    public long[] keys(Sketch sketch) {
        long[] keys = new long[banding.bands()];
        for (int band = 0; band < keys.length; band++) {
            keys[band] = key(sketch, band);
        }
        return keys;
    }

    /**
     * Returns the key of the term of one band.
     *
     * @param sketch a sketch of the scheme
     * @param band the band, from 0; keys ascend with it
     */
    public long key(Sketch sketch, int band) {
        int offset = banding.firstComponent(band) * Long.BYTES;
        return BandTermFormat.key(band, BandRows.pack(sketch.components(), offset, banding.rows()));
    }
}
