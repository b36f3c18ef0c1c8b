package org.nearduplicate.groups;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Locale;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.nearduplicate.lucene.SignatureFormat;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ShingleSet;

/**
 * What a job knows of the content of a document: a record of fixed length. Documents with equal records
 * are taken for the same. Owns the layout of a record:
 *
 * <pre>
 * 4 + k bytes   the stored signature, laid out by {@link SignatureFormat}
 * 16 bytes      only if pairs are verified exactly: the 128-bit hash (MurmurHash3) of the stored
 *               shingle set, two longs, big-endian
 * </pre>
 *
 * <p>Two different shingle sets share a hash by accident with probability 2⁻¹²⁸.
 *
 * @param hashCount k, the components of a signature
 * @param verify how pairs are verified
 */
public record ContentFormat(int hashCount, Verify verify) {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class,
            ByteOrder.BIG_ENDIAN);

    /** Returns the length of a record in bytes. */
    public int length() {
        int signature = SignatureFormat.length(hashCount);
        return isExact() ? signature + 2 * Long.BYTES : signature;
    }

    /** Returns whether a record holds the hash of the shingle set. */
    boolean isExact() {
        return verify == Verify.EXACT;
    }

    /**
     * Writes the signature of a record.
     *
     * @throws IllegalStateException if the value cannot be a signature
     */
    void writeSignature(BytesRef signature, byte[] records, int record) {
        SignatureFormat.shingleCount(signature, hashCount);
        System.arraycopy(signature.bytes, signature.offset, records, record, signature.length);
    }

    /**
     * Writes the hash of the shingle set of a record, whose signature has been written.
     *
     * @throws IllegalStateException if the set has not as many shingles as the signature says
     */
    void writeSetHash(BytesRef shingleSet, byte[] records, int record) {
        int shingles = SignatureFormat.shingleCount(records, record);
        if (shingleSet.length != (long) shingles * ShingleSet.BYTES_PER_SHINGLE) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a set of %d shingles by its signature has %d bytes",
                            shingles, shingleSet.length));
        }
        long[] hash = StringHelper.murmurhash3_x64_128(shingleSet);
        int offset = record + SignatureFormat.length(hashCount);
        LONG.set(records, offset, hash[0]);
        LONG.set(records, offset + Long.BYTES, hash[1]);
    }
}
