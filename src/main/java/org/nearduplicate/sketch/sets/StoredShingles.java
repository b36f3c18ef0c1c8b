package org.nearduplicate.sketch.sets;

import java.util.Locale;
import org.nearduplicate.sketch.Bytes;

/**
 * Reads the stored form of {@link ShingleSet}s, one set after the other, and owns that form: the Elias–Fano code of the ascending
 * shingles (P. Elias, <a href="https://doi.org/10.1145/321812.321820">Efficient storage and retrieval by content and address
 * of static files</a>, 1974; R. Fano, On the number of bits required to implement an associative memory, 1971; S. Vigna, <a
 * href="https://doi.org/10.1145/2433396.2433409">Quasi-succinct indices</a>, 2013). Not thread-safe.
 *
 * <pre>
 *   1–5 bytes   ⌈n·ℓ / 8⌉ bytes          ⌈(n + 2³⁴⁻ˡ) / 8⌉ bytes
 *  ┌──────────┬────────────────────────┬──────────────────────┐
 *  │ n        │ low parts, ℓ bits each │ high parts, in unary │
 *  └──────────┴────────────────────────┴──────────────────────┘
 * </pre>
 *
 * <p>n, the number of shingles, has 7 bits in a byte, the lowest first, and the highest bit of all bytes but its last is set. Where it
 * is 0, nothing follows. ℓ is ⌊log₂(2³⁴/n)⌋. Bit b of the parts is bit b mod 8 of byte ⌊b/8⌋, the lowest being bit 0: the low
 * part of shingle i, from 0, begins with bit i·ℓ, and of its high part h bit h + i tells. The bits that no part has are 0. So n
 * alone says the length: about 3.65 bytes a shingle for a text of 120 words, 2 for one of a million.
 *
 * <p>Shingles are decoded in windows, so no set takes more memory than another; what is never looked at is never decoded.
 */
public final class StoredShingles {

    /** The shingles of a window: more are decoded sooner, and more of them in vain where the first ones decide. */
    static final int WINDOW = 32;

    private static final int LENGTH_BITS = Byte.SIZE - 1;

    private final long[] window = new long[WINDOW];

    private byte[] bytes;
    private int offset;
    private int size;
    private int end;

    /** How many shingles were decoded. */
    private int decoded;

    /** The bits that are left of a word of the high parts, how many came before it, and where the next one begins. */
    private long word;
    private long bitsBefore;
    private int nextWord;

    /** Returns the length of the stored form of so many shingles, 0 or more: the more, the longer. */
    public static int length(int size) {
        return size == 0
                ? 1
                : highs(size) + bytes(size + (1L << ShingleSet.BITS - lowBits(size)));
    }

    /** Returns ℓ. */
    private static int lowBits(int size) {
        return ShingleSet.BITS - Integer.SIZE + Integer.numberOfLeadingZeros(size - 1);
    }

    /** Returns where low parts begin. */
    private static int lows(int size) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(size | 1);
        return (bits + LENGTH_BITS - 1) / LENGTH_BITS;
    }

    /** Returns where high parts begin. */
    private static int highs(int size) {
        return lows(size) + bytes((long) size * lowBits(size));
    }

    private static int bytes(long bits) {
        return (int) (bits + Byte.SIZE - 1 >>> 3);
    }

    /**
     * Returns the number of shingles of a set that begins somewhere in an array.
     *
     * @param end where the array, or what is to be read of it, ends
     * @return the number, 0 or more; or −1 if there is none, or a set of so many does not end before
     */
    public static int size(byte[] bytes, int offset, int end) {
        long size = 0;
        for (int at = offset, shift = 0; at < end && shift < Integer.SIZE; at++, shift +=
                LENGTH_BITS) {
            size |= (bytes[at] & 0x7FL) << shift;
            if (bytes[at] >= 0) {
                boolean isSize = size <= Integer.MAX_VALUE
                        && at + 1 - offset == lows((int) size)
                        && length((int) size) <= end - offset;
                return isSize ? (int) size : -1;
            }
        }
        return -1;
    }

    /**
     * Checks the length of a stored value, which is the set of a document.
     *
     * @return the number of its shingles, at least 1
     * @throws IllegalStateException if no set has that length and begins so
     */
    public static int requireSize(byte[] bytes, int offset, int length) {
        int size = size(bytes, offset, offset + length);
        if (size < 1 || length(size) != length) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a shingle set begins with how many shingles it has, at least 1, and"
                                    + " that says its length, got %d bytes",
                            length));
        }
        return size;
    }

    /**
     * Goes to the first shingle of a set.
     *
     * @param offset where its stored form begins, which has the {@linkplain #size size} that it says
     * @return this
     * @throws IllegalStateException if the bytes end before the set
     */
    public StoredShingles open(byte[] bytes, int offset) {
        this.bytes = bytes;
        this.offset = offset;
        size = size(bytes, offset, bytes.length);
        if (size < 0) {
            throw new IllegalStateException(
                    "possible corruption: a shingle set does not end within "
                            + (bytes.length - offset) + " bytes");
        }
        end = offset + length(size);
        rewind();
        return this;
    }

    /** Goes back to the first shingle. */
    void rewind() {
        decoded = 0;
        word = 0;
        bitsBefore = -Long.SIZE;
        nextWord = offset + highs(size);
    }

    /** Copies the stored form of the set. */
    void copy(byte[] to, int toOffset) {
        System.arraycopy(bytes, offset, to, toOffset, end - offset);
    }

    /** Returns the number of shingles of the set, 0 or more. */
    public int size() {
        return size;
    }

    /**
     * Decodes the next shingles. O(shingles decoded), allocates nothing. Of a corrupt set they may be any numbers from 0, and fewer
     * than its size.
     *
     * @return how many they are, at most {@value #WINDOW}; 0 after the last one
     */
    int next() {
        int lowBits = lowBits(size);
        long mask = (1L << lowBits) - 1;
        long firstBit = (long) decoded * lowBits;
        int lows = offset + lows(size) + (int) (firstBit >>> 3);
        int bit = (int) firstBit & Byte.SIZE - 1;
        int most = Math.min(size - decoded, WINDOW);
        long bits = word;
        long before = bitsBefore - decoded;
        int count = 0;
        while (count < most) {
            int until = Math.min(most, count + Long.bitCount(bits));
            boolean isInside =
                    lows <= end - Long.BYTES - (bit + (until - count) * lowBits >>> 3);
            for (; count < until; count++) {
                int at = lows + (bit >>> 3);
                long low = isInside ? (long) Bytes.LITTLE_LONG.get(bytes, at) : littleEndian(at);
                window[count] = before + Long.numberOfTrailingZeros(bits) - count << lowBits
                        | low >>> (bit & Byte.SIZE - 1) & mask;
                bits &= bits - 1;
                bit += lowBits;
            }
            if (count < most) {
                if (nextWord >= end) {
                    break;
                }
                bits = littleEndian(nextWord);
                nextWord += Long.BYTES;
                before += Long.SIZE;
            }
        }
        word = bits;
        bitsBefore = before + decoded;
        decoded += count;
        return count;
    }

    /**
     * Checks that this is a set: it has as many shingles as it says, and they ascend. O(size). Goes back to the first of them.
     *
     * @throws IllegalStateException if it is not
     */
    public void requireAscending() {
        rewind();
        int ones = 0;
        for (int at = nextWord; at < end; at += Long.BYTES) {
            ones += Long.bitCount(littleEndian(at));
        }
        if (ones != size) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a set of %d shingles has as many high parts, got %d",
                            size, ones));
        }
        long before = -1;
        for (int count = next(); count > 0; count = next()) {
            for (int i = 0; i < count; i++) {
                if (window[i] <= before || window[i] > ShingleSet.MOST) {
                    throw new IllegalStateException(
                            String.format(Locale.ROOT,
                                    "possible corruption: the shingles of a set ascend and have 34 bits, got %09x after %09x",
                                    window[i], before));
                }
                before = window[i];
            }
        }
        rewind();
    }

    /** Returns the window, whose first shingles are those that were decoded last. */
    long[] window() {
        return window;
    }

    /** Reads eight bytes; those after the end are 0. */
    private long littleEndian(int at) {
        if (at <= end - Long.BYTES) {
            return (long) Bytes.LITTLE_LONG.get(bytes, at);
        }
        long number = 0;
        for (int i = end - 1; i >= at; i--) {
            number = number << Byte.SIZE | bytes[i] & 0xFF;
        }
        return number;
    }

    /** Writes a set. Not thread-safe. */
    static final class Writer {

        private final byte[] bytes;
        private final int size;
        private final int lowBits;
        private final int highs;
        private int written;

        /** The bits of low parts that are not written yet, the first being the lowest, and where they belong. */
        private long lows;
        private int lowsBits;
        private int nextLows;

        /**
         * Begins a set.
         *
         * @param bytes has zeros from the offset on, as many as the {@linkplain #length length} of so many shingles
         */
        Writer(byte[] bytes, int offset, int size) {
            this.bytes = bytes;
            this.size = size;
            this.lowBits = lowBits(size);
            this.highs = offset + highs(size);
            this.nextLows = offset + lows(size);
            for (int at = offset, left = size; at < nextLows; at++, left >>>= LENGTH_BITS) {
                bytes[at] = (byte) (at + 1 < nextLows ? left | 1 << LENGTH_BITS : left);
            }
        }

        /** Writes the next shingle, above the one before. */
        void add(long shingle) {
            lows |= (shingle & (1L << lowBits) - 1) << lowsBits;
            lowsBits += lowBits;
            if (lowsBits >= Integer.SIZE) {
                Bytes.LITTLE_INT.set(bytes, nextLows, (int) lows);
                nextLows += Integer.BYTES;
                lows >>>= Integer.SIZE;
                lowsBits -= Integer.SIZE;
            }
            long high = (shingle >>> lowBits) + written++;
            bytes[highs + (int) (high >>> 3)] |= (byte) (1 << (high & Byte.SIZE - 1));
            if (written == size) {
                for (; lowsBits > 0; lowsBits -= Byte.SIZE, lows >>>= Byte.SIZE) {
                    bytes[nextLows++] = (byte) lows;
                }
            }
        }
    }
}
