package org.nearduplicate.sketch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What is stored of a sketch to estimate similarities: the low 8 bits of each of its k components and
 * the number of distinct shingles. Immutable.
 */
public final class Signature {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class,
            ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

    private final int shingleCount;
    private final byte[] components;

    private Signature(int shingleCount, byte[] components) {
        this.shingleCount = shingleCount;
        this.components = components;
    }

    /**
     * Takes the signature of a sketch.
     *
     * @param sketch the sketch
     * @return its signature of k components
     */
    public static Signature of(Sketch sketch) {
        byte[] low = new byte[sketch.scheme().hashCount()];
        write(sketch, low, 0);
        return new Signature(sketch.shingleCount(), low);
    }

    /**
     * Writes the k components of the signature of a sketch, a byte each. Allocates nothing.
     *
     * @param sketch the sketch
     * @param target receives them
     * @param offset where the first goes
     */
    public static void write(Sketch sketch, byte[] target, int offset) {
        byte[] wide = sketch.components();
        for (int i = 0; i < sketch.scheme().hashCount(); i++) {
            target[offset + i] = wide[i * Long.BYTES];
        }
    }

    /** Returns the number of distinct shingles, at least 1. */
    public int shingleCount() {
        return shingleCount;
    }

    /** Returns k, the number of components. */
    public int hashCount() {
        return components.length;
    }

    /**
     * Writes the k components, a byte each.
     *
     * @param target receives them
     * @param offset where the first goes
     */
    public void write(byte[] target, int offset) {
        System.arraycopy(components, 0, target, offset, components.length);
    }

    /**
     * Counts the components equal to those of another signature of the same scheme, and gives up
     * when there cannot be enough. Compares 8 at a time and allocates nothing.
     *
     * @param other holds the k components of the other signature
     * @param offset where they begin
     * @param atLeast the count below which the exact number does not matter
     * @return the number of equal components, or −1 if it is below {@code atLeast}
     */
    public int equalComponents(byte[] other, int offset, int atLeast) {
        return equalComponents(components, 0, other, offset, components.length, atLeast);
    }

    /** As the public method, for two signatures of {@code hashCount} components in their stored form. */
    static int equalComponents(
            byte[] a, int offsetA, byte[] b, int offsetB, int hashCount, int atLeast) {
        int maxDifferent = hashCount - atLeast;
        int different = 0;
        int i = 0;
        for (; i <= hashCount - Long.BYTES; i += Long.BYTES) {
            different += nonZeroBytes((long) LONG.get(a, offsetA + i) ^ (long) LONG.get(b,
                    offsetB + i));
            if (different > maxDifferent) {
                return -1;
            }
        }
        for (; i < hashCount; i++) {
            different += a[offsetA + i] == b[offsetB + i] ? 0 : 1;
        }
        return different > maxDifferent ? -1 : hashCount - different;
    }

    /** Returns the k components, a byte each; not to be changed. */
    byte[] components() {
        return components;
    }

    /** Adding 127 to the low 7 bits of a byte carries into its 8th exactly if one of them is set. */
    private static int nonZeroBytes(long bytes) {
        return Long.bitCount((((bytes & LOW_BITS) + LOW_BITS) | bytes) & ~LOW_BITS);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Signature that
                && shingleCount == that.shingleCount
                && Arrays.equals(components, that.components);
    }

    @Override
    public int hashCode() {
        return 31 * shingleCount + Arrays.hashCode(components);
    }

    @Override
    public String toString() {
        return "signature of " + shingleCount + " shingles in " + components.length + " components";
    }
}
