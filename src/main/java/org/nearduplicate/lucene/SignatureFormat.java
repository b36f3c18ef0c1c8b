package org.nearduplicate.lucene;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Locale;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.Signature;

/**
 * The stored form of a signature, a binary doc value of fixed length. Owns its layout.
 *
 * <pre>
 * byte  0 1 2 3    number of distinct shingles, int, big-endian, at least 1
 *       4 … 3+k    the k components, a byte each
 * </pre>
 *
 * The version of the layout is that of the scheme, kept in the mapping.
 */
public final class SignatureFormat {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class,
            ByteOrder.BIG_ENDIAN);
    private static final int COMPONENTS = Integer.BYTES;

    private SignatureFormat() {}

    /**
     * Encodes a signature.
     *
     * @param signature the signature
     * @return its 4 + k bytes
     */
    public static BytesRef encode(Signature signature) {
        byte[] bytes = new byte[COMPONENTS + signature.hashCount()];
        INT.set(bytes, 0, signature.shingleCount());
        signature.write(bytes, COMPONENTS);
        return new BytesRef(bytes);
    }

    /**
     * Reads the number of distinct shingles, and checks that the value can be a signature.
     *
     * @param value a stored value
     * @param hashCount k
     * @return the number, at least 1
     * @throws IllegalStateException if length or number are not those of a signature
     */
    static int shingleCount(BytesRef value, int hashCount) {
        if (value.length != COMPONENTS + hashCount) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a signature of %d components has %d bytes, got %d",
                            hashCount, COMPONENTS + hashCount, value.length));
        }
        int count = (int) INT.get(value.bytes, value.offset);
        if (count < 1) {
            throw new IllegalStateException(
                    "possible corruption: a signature has at least 1 shingle, got " + count);
        }
        return count;
    }

    /** Returns where in {@code value.bytes} the components begin. */
    static int componentsOffset(BytesRef value) {
        return value.offset + COMPONENTS;
    }
}
