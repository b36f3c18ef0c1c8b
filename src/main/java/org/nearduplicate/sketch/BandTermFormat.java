package org.nearduplicate.sketch;

import java.util.Arrays;
import java.util.Locale;

/**
 * The format of the band terms of a scheme. Owns it.
 *
 * <pre>
 *   byte 0   1      2      3      4      5      6      7      8
 *  ┌──────┬──────┬──────┬──────┬──────┬──────┬──────┬──────┬──────┐
 *  │ bits │ bits │ bits │ bits │ bits │ bits │ bits │ bits │ bits │
 *  │ 11–6 │ 5–0  │41–36 │35–30 │29–24 │23–18 │17–12 │ 11–6 │ 5–0  │
 *  └──────┴──────┴──────┴──────┴──────┴──────┴──────┴──────┴──────┘
 *   of the band,  of its rows
 *   from 0
 * </pre>
 *
 * <p>Each byte is a character of ASCII that holds 6 bits: 0x1F–0x3E for 0–31 and 0x5F–0x7E for 32–63. These
 * 64 are those that Lucene's term dictionary packs into 6 bits each ({@code LowercaseAsciiCompression}), in
 * blocks of terms that have at least three characters in common: the upper one of the band, which costs
 * nothing, makes that so in smaller indices. The order of terms as bytes is that of their <b>keys</b>: the
 * number band·2⁴² + rows, whose layout and prefixes {@link BandRows} owns.
 *
 * @param bands b, the number of bands, 1–512
 */
public record BandTermFormat(int bands) {

    /** The length of every term in bytes, which is that in characters. */
    public static final int WIDTH = 9;

    private static final int BITS_PER_CHARACTER = 6;
    private static final int CHARACTERS = 1 << BITS_PER_CHARACTER;
    private static final int FIRST_CHARACTER = 0x1F;

    /** Set in the bits of the upper half of the characters, between which and the others 32 lie. */
    private static final int UPPER_HALF = 0x20;

    private static final byte[] BITS = new byte[1 << Byte.SIZE];

    static {
        Arrays.fill(BITS, (byte) -1);
        for (int bits = 0; bits < CHARACTERS; bits++) {
            BITS[character(bits)] = (byte) bits;
        }
    }

    /** @throws IllegalArgumentException if it is out of its bounds */
    public BandTermFormat {
        Parameters.BANDS.check(bands);
    }

    /** Returns the number of possible keys, b·2⁴²; they begin with 0. */
    public long keys() {
        return (long) bands << BandRows.BITS;
    }

    /**
     * Returns the key of a band.
     *
     * @param band from 0
     * @param rows the bits of its rows, of which there are 42 at most; unchecked, more would be those of another band
     */
    public static long key(int band, long rows) {
        return (long) band << BandRows.BITS | rows;
    }

    /** Returns the band of a key, from 0. */
    public static int band(long key) {
        return (int) (key >>> BandRows.BITS);
    }

    /** Writes the term of a key, {@link #WIDTH} bytes of ASCII from index 0. Allocates nothing. */
    public static void write(long key, byte[] term) {
        long rest = key;
        for (int i = WIDTH - 1; i >= 0; i--) {
            term[i] = character((int) rest & CHARACTERS - 1);
            rest >>>= BITS_PER_CHARACTER;
        }
    }

    /**
     * Reads the key of a term. Allocates nothing.
     *
     * @throws IllegalStateException if these bytes are no term of this format
     */
    public long key(byte[] bytes, int offset, int length) {
        if (length != WIDTH) {
            throw corrupt(bytes, offset, length);
        }
        int first = BITS[bytes[offset] & 0xFF];
        int upper = fourCharacters(bytes, offset + 1);
        int lower = fourCharacters(bytes, offset + 5);
        long key =
                ((long) first << 4 * BITS_PER_CHARACTER | upper) << 4 * BITS_PER_CHARACTER | lower;
        if ((first | upper | lower) < 0 || key >= keys()) {
            throw corrupt(bytes, offset, length);
        }
        return key;
    }

    /** Returns the bits of four characters; negative if one is not of the alphabet. */
    private static int fourCharacters(byte[] bytes, int offset) {
        return BITS[bytes[offset] & 0xFF] << 3 * BITS_PER_CHARACTER
                | BITS[bytes[offset + 1] & 0xFF] << 2 * BITS_PER_CHARACTER
                | BITS[bytes[offset + 2] & 0xFF] << BITS_PER_CHARACTER
                | BITS[bytes[offset + 3] & 0xFF];
    }

    private static byte character(int bits) {
        return (byte) (FIRST_CHARACTER + bits + (bits & UPPER_HALF));
    }

    private IllegalStateException corrupt(byte[] bytes, int offset, int length) {
        return new IllegalStateException(
                String.format(Locale.ROOT,
                        "possible corruption: a band term of %d bands has %d characters of 0x1F-0x3E and"
                                + " 0x5F-0x7E, got %s",
                        bands, WIDTH,
                        Arrays.toString(Arrays.copyOfRange(bytes, offset, offset + length))));
    }
}
