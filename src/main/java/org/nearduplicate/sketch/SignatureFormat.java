package org.nearduplicate.sketch;

import java.util.Locale;

/**
 * The format of the signatures of a scheme: the number of distinct shingles and some bits of each of the k
 * components, to estimate similarities, and the rest of the fingerprint, to know the set again. Owns it, a value
 * of fixed length:
 *
 * <pre>
 *   byte 0    1     2     3     4                   4+⌈k·b/8⌉           12+⌈k·b/8⌉
 *  ┌─────┬─────┬─────┬─────┬─────┬─────┬─ … ─┬─────┬─────┬─ … ─┬─────┐
 *  │ distinct shingles,    │ c₀ c₁ …             c │ sum of their    │
 *  │ int, big-endian, ≥ 1  │ b bits each      k₋₁  │ hashes, long    │
 *  └─────┴─────┴─────┴─────┴─────┴─────┴─ … ─┴─────┴─────┴─ … ─┴─────┘
 * </pre>
 *
 * <p>cᵢ is the lowest b bits of component i, the first in the highest bits of its byte; any bits are one. What
 * is left of the last byte is 0. The sum, big-endian, is that of {@link Fingerprint}. The mapping keeps k, b
 * and the version of the layout, that of the scheme.
 *
 * @param hashCount k, the components, as a scheme allows
 * @param bits b, the bits of each, as a scheme allows: 1, 2, 4 or 8
 */
public record SignatureFormat(int hashCount, int bits) {

    private static final int COMPONENTS = Integer.BYTES;

    /** Returns the bytes of every signature. */
    public int length() {
        return sumOffset() + Long.BYTES;
    }

    /** Returns the probability that components of different shingles agree in the bits that are kept. */
    public double accident() {
        return 1.0 / (1 << bits);
    }

    /** Returns the stored form of the signature of a sketch that this is the format of. */
    byte[] encode(Sketch sketch) {
        byte[] wide = sketch.components();
        byte[] stored = new byte[length()];
        Bytes.BIG_INT.set(stored, 0, sketch.fingerprint().shingleCount());
        for (int i = 0; i < hashCount; i++) {
            int kept = wide[i * Long.BYTES] & (1 << bits) - 1;
            stored[componentOffset(i)] |= (byte) (kept << Byte.SIZE - bits - i * bits % Byte.SIZE);
        }
        Bytes.BIG_LONG.set(stored, sumOffset(), sketch.fingerprint().sum());
        return stored;
    }

    /** Returns the bytes in a stored signature before the one that holds a component, by its number from 0. */
    public int componentOffset(int i) {
        return COMPONENTS + i * bits / Byte.SIZE;
    }

    /** Returns where in a stored signature the sum begins, after all components. */
    public int sumOffset() {
        return COMPONENTS + (hashCount * bits + Byte.SIZE - 1) / Byte.SIZE;
    }

    /**
     * Reads the number of distinct shingles of a stored value, and checks that it can be a signature.
     *
     * @return the number, at least 1
     * @throws IllegalStateException if length or number are not those of a signature
     */
    public int shingleCount(byte[] bytes, int offset, int length) {
        if (length != length()) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a signature of %d components of %d bits has %d bytes, got %d",
                            hashCount, bits, length(), length));
        }
        return shingleCount(bytes, offset);
    }

    /**
     * Reads the number of distinct shingles of a stored signature.
     *
     * @return the number, at least 1
     * @throws IllegalStateException if no signature has that number
     */
    public static int shingleCount(byte[] bytes, int offset) {
        int count = (int) Bytes.BIG_INT.get(bytes, offset);
        if (count < 1) {
            throw new IllegalStateException(
                    "possible corruption: a signature has at least 1 shingle, got " + count);
        }
        return count;
    }

    /**
     * Returns whether a stored value is the signature of a single shingle, for counts: whether it is a signature at all is not
     * checked.
     */
    public static boolean isOfOneShingle(byte[] bytes, int offset, int length) {
        return length >= Integer.BYTES && (int) Bytes.BIG_INT.get(bytes, offset) == 1;
    }

    /** Returns whether a stored signature is that of a set. */
    public boolean isOf(Fingerprint fingerprint, byte[] bytes, int offset) {
        return (int) Bytes.BIG_INT.get(bytes, offset) == fingerprint.shingleCount()
                && (long) Bytes.BIG_LONG.get(bytes, offset + sumOffset()) == fingerprint.sum();
    }

    /**
     * Counts the components in which two stored signatures are equal, and gives up when there cannot be
     * enough. Compares 64 bits at a time and allocates nothing.
     *
     * @param atLeast the count below which the exact number does not matter
     * @return the number of equal components, or −1 if it is below {@code atLeast}
     */
    int equalComponents(byte[] a, int offsetA, byte[] b, int offsetB, int atLeast) {
        long low = lowBits();
        int maxDifferent = hashCount - atLeast;
        int different = 0;
        int from = COMPONENTS;
        int rest = hashCount * bits;
        for (; rest >= Long.SIZE; rest -= Long.SIZE) {
            different += nonZero(difference(a, offsetA + from, b, offsetB + from), low);
            if (different > maxDifferent) {
                return -1;
            }
            from += Long.BYTES;
        }
        if (rest > 0) {
            // What follows the components, padding and sum, is after the bits that are kept here.
            long kept = -1L << Long.SIZE - rest;
            different += nonZero(difference(a, offsetA + from, b, offsetB + from) & kept, low);
        }
        return different > maxDifferent ? -1 : hashCount - different;
    }

    private static long difference(byte[] a, int offsetA, byte[] b, int offsetB) {
        return (long) Bytes.BIG_LONG.get(a, offsetA) ^ (long) Bytes.BIG_LONG.get(b, offsetB);
    }

    /** Returns a word of components whose highest bit is 0 and whose others are 1. */
    private long lowBits() {
        return switch (bits) {
            case 8 -> 0x7F7F7F7F7F7F7F7FL;
            case 4 -> 0x7777777777777777L;
            case 2 -> 0x5555555555555555L;
            default -> 0;
        };
    }

    /**
     * Counts the components of a word that are not 0. Adding as much as fills the low bits of a component
     * carries into its highest exactly if one of them is set.
     */
    private static int nonZero(long word, long low) {
        return Long.bitCount(((word & low) + low | word) & ~low);
    }
}
