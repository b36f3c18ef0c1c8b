package org.nearduplicate.sketch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;

/**
 * What is stored of a sketch: the number of distinct shingles and the low 8 bits of each of its k components,
 * to estimate similarities, and the rest of the fingerprint, to know the set again. Immutable. Owns its
 * layout, a value of fixed length:
 *
 * <pre>
 *   byte 0    1     2     3     4     5           3+k   4+k         11+k
 *  ┌─────┬─────┬─────┬─────┬─────┬─────┬─ … ─┬─────┬─────┬─ … ─┬─────┐
 *  │ distinct shingles,    │ c₀  │ c₁  │     │ c   │ sum of their    │
 *  │ int, big-endian, ≥ 1  │     │     │     │  k₋₁│ hashes, long    │
 *  └─────┴─────┴─────┴─────┴─────┴─────┴─ … ─┴─────┴─────┴─ … ─┴─────┘
 * </pre>
 *
 * <p>cᵢ is the low byte of component i; any byte is one. The sum, big-endian, is that of {@link
 * Fingerprint}. k is the {@code hash_count} of the mapping, which keeps the version of the layout too, that of
 * the scheme.
 */
public final class Signature {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class,
            ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_LONG = MethodHandles.byteArrayViewVarHandle(long[].class,
            ByteOrder.BIG_ENDIAN);
    private static final VarHandle LITTLE_LONG = MethodHandles.byteArrayViewVarHandle(long[].class,
            ByteOrder.LITTLE_ENDIAN);
    private static final int COMPONENTS = Integer.BYTES;
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

    private final byte[] stored;

    private Signature(byte[] stored) {
        this.stored = stored;
    }

    /**
     * Takes the signature of a sketch.
     *
     * @param sketch the sketch
     * @return its signature of k components
     */
    public static Signature of(Sketch sketch) {
        return new Signature(encode(sketch));
    }

    /**
     * Returns the stored form of the signature of a sketch.
     *
     * @param sketch the sketch
     * @return its 12 + k bytes
     */
    public static byte[] encode(Sketch sketch) {
        byte[] wide = sketch.components();
        int hashCount = sketch.scheme().hashCount();
        byte[] stored = new byte[length(hashCount)];
        INT.set(stored, 0, sketch.shingleCount());
        for (int i = 0; i < hashCount; i++) {
            stored[componentOffset(i)] = wide[i * Long.BYTES];
        }
        BIG_LONG.set(stored, componentOffset(hashCount), sketch.fingerprint().sum());
        return stored;
    }

    /**
     * Returns the length of a stored signature.
     *
     * @param hashCount k
     * @return its bytes
     */
    public static int length(int hashCount) {
        return componentOffset(hashCount) + Long.BYTES;
    }

    /**
     * Returns where in a stored signature a component is.
     *
     * @param i its number, from 0
     * @return the bytes before it
     */
    public static int componentOffset(int i) {
        return COMPONENTS + i;
    }

    /**
     * Reads the number of distinct shingles of a stored value, and checks that it can be a signature.
     *
     * @param bytes hold the value
     * @param offset where it begins
     * @param length its length
     * @param hashCount k
     * @return the number, at least 1
     * @throws IllegalStateException if length or number are not those of a signature
     */
    public static int shingleCount(byte[] bytes, int offset, int length, int hashCount) {
        if (length != length(hashCount)) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a signature of %d components has %d bytes, got %d",
                            hashCount, length(hashCount), length));
        }
        return shingleCount(bytes, offset);
    }

    /**
     * Reads the number of distinct shingles of a stored signature.
     *
     * @param bytes hold it
     * @param offset where it begins
     * @return the number, at least 1
     * @throws IllegalStateException if no signature has that number
     */
    public static int shingleCount(byte[] bytes, int offset) {
        int count = (int) INT.get(bytes, offset);
        if (count < 1) {
            throw new IllegalStateException(
                    "possible corruption: a signature has at least 1 shingle, got " + count);
        }
        return count;
    }

    /**
     * Returns whether a stored signature is that of a set.
     *
     * @param fingerprint that of the set
     * @param bytes hold the signature
     * @param offset where it begins
     * @param hashCount k
     * @return whether its fingerprint is the same
     */
    public static boolean isOf(Fingerprint fingerprint, byte[] bytes, int offset, int hashCount) {
        return (int) INT.get(bytes, offset) == fingerprint.shingleCount()
                && (long) BIG_LONG.get(bytes, offset + componentOffset(hashCount)) == fingerprint
                        .sum();
    }

    /** Returns the number of distinct shingles, at least 1. */
    public int shingleCount() {
        return shingleCount(stored, 0);
    }

    /** Returns k, the number of components. */
    public int hashCount() {
        return stored.length - length(0);
    }

    /**
     * Returns whether a stored signature is this one, and so that of the same set.
     *
     * @param bytes hold it, checked to have the length of this one
     * @param offset where it begins
     */
    public boolean isStoredAs(byte[] bytes, int offset) {
        return Arrays.equals(stored, 0, stored.length, bytes, offset, offset + stored.length);
    }

    /**
     * Counts the components equal to those of another signature of the same scheme, and gives up
     * when there cannot be enough. Compares 8 at a time and allocates nothing.
     *
     * @param other holds the other signature in its stored form
     * @param offset where it begins
     * @param atLeast the count below which the exact number does not matter
     * @return the number of equal components, or −1 if it is below {@code atLeast}
     */
    public int equalComponents(byte[] other, int offset, int atLeast) {
        return equalComponents(stored, 0, other, offset, hashCount(), atLeast);
    }

    /** As the public method, for two signatures in their stored form. */
    static int equalComponents(
            byte[] a, int offsetA, byte[] b, int offsetB, int hashCount, int atLeast) {
        int fromA = offsetA + COMPONENTS;
        int fromB = offsetB + COMPONENTS;
        int maxDifferent = hashCount - atLeast;
        int different = 0;
        int i = 0;
        for (; i <= hashCount - Long.BYTES; i += Long.BYTES) {
            different +=
                    nonZeroBytes((long) LITTLE_LONG.get(a, fromA + i) ^ (long) LITTLE_LONG.get(b,
                            fromB + i));
            if (different > maxDifferent) {
                return -1;
            }
        }
        for (; i < hashCount; i++) {
            different += a[fromA + i] == b[fromB + i] ? 0 : 1;
        }
        return different > maxDifferent ? -1 : hashCount - different;
    }

    /** Adding 127 to the low 7 bits of a byte carries into its 8th exactly if one of them is set. */
    private static int nonZeroBytes(long bytes) {
        return Long.bitCount((((bytes & LOW_BITS) + LOW_BITS) | bytes) & ~LOW_BITS);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Signature that && Arrays.equals(stored, that.stored);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(stored);
    }

    @Override
    public String toString() {
        return "signature of " + shingleCount() + " shingles in " + hashCount() + " components";
    }
}
