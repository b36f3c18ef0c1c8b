package org.nearduplicate.sketch;

import com.dynatrace.hash4j.hashing.Hasher64;

/**
 * The terms under which a document is indexed, one a band. Owns their format; immutable.
 *
 * <pre>
 * band number   1 character, 2 if the scheme has more than 64 bands
 * band hash     6 characters: the upper 36 bits of the hash of the band's components at full width
 * </pre>
 *
 * <p>Each character holds 6 bits, most significant first, in an alphabet of printable ASCII in
 * ascending order. So all terms of a scheme have one width, and their order as bytes is the order of
 * (band, hash). Two documents that differ in a band share its term by accident with probability 2⁻³⁶.
 */
public final class BandTerms {

    private static final String ALPHABET =
            "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

    private static final int BITS_PER_CHARACTER = 6;
    private static final int HASH_CHARACTERS = 6;
    private static final int HASH_BITS = HASH_CHARACTERS * BITS_PER_CHARACTER;

    private final Hasher64 hasher;
    private final int bands;
    private final int bandBytes;
    private final int bandCharacters;

    /**
     * Creates the term format of a scheme.
     *
     * @param scheme gives the banding and the hash function
     */
    public BandTerms(Scheme scheme) {
        this.hasher = scheme.hashFunction().seeded(scheme.seed());
        this.bands = scheme.banding().bands();
        this.bandBytes = scheme.banding().rows() * Long.BYTES;
        this.bandCharacters = bands <= ALPHABET.length() ? 1 : 2;
    }

    /** Returns the number of terms of a document: the bands. */
    public int count() {
        return bands;
    }

    /** Returns the length of every term in bytes, which is that in characters. */
    public int width() {
        return bandCharacters + HASH_CHARACTERS;
    }

    /**
     * Writes the term of one band.
     *
     * @param sketch a sketch of the scheme
     * @param band the band, from 0; terms ascend with it
     * @param term receives {@link #width()} bytes of ASCII from index 0
     */
    public void write(Sketch sketch, int band, byte[] term) {
        long hash = hasher.hashBytesToLong(sketch.components(), band * bandBytes, bandBytes);
        writeNumber(band, term, 0, bandCharacters);
        writeNumber(hash >>> (Long.SIZE - HASH_BITS), term, bandCharacters, HASH_CHARACTERS);
    }

    private static void writeNumber(long number, byte[] term, int offset, int characters) {
        long rest = number;
        for (int i = offset + characters - 1; i >= offset; i--) {
            term[i] = (byte) ALPHABET.charAt((int) rest & (ALPHABET.length() - 1));
            rest >>>= BITS_PER_CHARACTER;
        }
    }
}
