package org.nearduplicate.lucene;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Locale;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.Sketch;

/**
 * The stored form of a signature, a binary doc value of fixed length. Owns its layout.
 *
 * <pre>
 *   byte 0    1     2     3     4     5           3+k
 *  ┌─────┬─────┬─────┬─────┬─────┬─────┬─ … ─┬─────┐
 *  │ distinct shingles,    │ c₀  │ c₁  │     │ c   │
 *  │ int, big-endian, ≥ 1  │     │     │     │  k₋₁│
 *  └─────┴─────┴─────┴─────┴─────┴─────┴─ … ─┴─────┘
 * </pre>
 *
 * <p>cᵢ is the low byte of component i; any byte is one. k is the {@code hash_count} of the mapping, which
 * keeps the version of the layout too, that of the scheme.
 */
public final class SignatureFormat {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class,
            ByteOrder.BIG_ENDIAN);
    private static final int COMPONENTS = Integer.BYTES;

    private SignatureFormat() {}

    /**
     * Encodes the signature of a sketch.
     *
     * @param sketch the sketch
     * @return the 4 + k bytes of its signature
     */
    public static BytesRef encode(Sketch sketch) {
        byte[] bytes = new byte[length(sketch.scheme().hashCount())];
        writeShingleCount(bytes, 0, sketch.shingleCount());
        Signature.write(sketch, bytes, COMPONENTS);
        return new BytesRef(bytes);
    }

    /**
     * Returns the length of a stored signature.
     *
     * @param hashCount k
     * @return its bytes
     */
    public static int length(int hashCount) {
        return COMPONENTS + hashCount;
    }

    /**
     * Reads the number of distinct shingles of a stored signature.
     *
     * @param bytes hold it
     * @param offset where it begins
     * @return the number
     */
    public static int shingleCount(byte[] bytes, int offset) {
        return (int) INT.get(bytes, offset);
    }

    /**
     * Writes the number of distinct shingles of a stored signature.
     *
     * @param bytes hold it
     * @param offset where it begins
     * @param count the number, at least 1
     */
    public static void writeShingleCount(byte[] bytes, int offset, int count) {
        INT.set(bytes, offset, count);
    }

    /**
     * Returns where the components of a stored signature begin.
     *
     * @param offset where the signature begins
     * @return the offset of the k components
     */
    public static int componentsOffset(int offset) {
        return offset + COMPONENTS;
    }

    /**
     * Reads the number of distinct shingles, and checks that the value can be a signature.
     *
     * @param value a stored value
     * @param hashCount k
     * @return the number, at least 1
     * @throws IllegalStateException if length or number are not those of a signature
     */
    public static int shingleCount(BytesRef value, int hashCount) {
        if (value.length != length(hashCount)) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a signature of %d components has %d bytes, got %d",
                            hashCount, length(hashCount), value.length));
        }
        return requireShingles(shingleCount(value.bytes, value.offset));
    }

    /**
     * Checks a number that was read.
     *
     * @param count the number of distinct shingles
     * @return the number
     * @throws IllegalStateException if no signature has it
     */
    public static int requireShingles(int count) {
        if (count < 1) {
            throw new IllegalStateException(
                    "possible corruption: a signature has at least 1 shingle, got " + count);
        }
        return count;
    }

    /** Returns where in {@code value.bytes} the components begin. */
    static int componentsOffset(BytesRef value) {
        return componentsOffset(value.offset);
    }
}
