package org.nearduplicate.sketch;

import com.dynatrace.hash4j.hashing.Hasher64;

/**
 * The terms under which a document is indexed, one a band: the hash of the band's components at full
 * width, in the {@linkplain BandTermFormat format} that keeps 42 bits of it. Two documents that differ
 * in a band share its term by accident with probability 2⁻⁴². Immutable.
 */
public final class BandTerms {

    private final Hasher64 hasher;
    private final BandTermFormat format;
    private final int bandBytes;

    /**
     * Creates the terms of a scheme.
     *
     * @param scheme gives the banding and the hash function
     */
    public BandTerms(Scheme scheme) {
        this.hasher = scheme.hashFunction().seeded(scheme.seed());
        this.format = scheme.bandTermFormat();
        this.bandBytes = scheme.banding().rows() * Long.BYTES;
    }

    /** Returns the number of terms of a document: the bands. */
    public int count() {
        return format.bands();
    }

    /**
     * Returns the keys of the terms of all bands.
     *
     * @param sketch a sketch of the scheme
     * @return a key for each band, ascending
     */
    public long[] keys(Sketch sketch) {
        long[] keys = new long[count()];
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
        return BandTermFormat.key(
                band, hasher.hashBytesToLong(sketch.components(), band * bandBytes, bandBytes));
    }
}
