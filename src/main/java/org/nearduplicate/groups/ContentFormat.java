package org.nearduplicate.groups;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Locale;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.Signature;

/**
 * What a job knows of the content of a document: a record of fixed length. Documents with equal records
 * are taken for the same. Owns the layout of a record:
 *
 * <pre>
 *   4 + k bytes                   8 bytes          8 bytes
 *  ┌─────────────────────────────┬────────────────┬────────────────┐
 *  │ the stored signature        │ first half     │ second half    │
 *  │ ({@link Signature})                 │ of the hash of the shingle set  │
 *  └─────────────────────────────┴────────────────┴────────────────┘
 *                                 only if pairs are verified exactly
 * </pre>
 *
 * <p>The hash is MurmurHash3 x64 of 128 bits with Lucene's seed, of the stored bytes of the set; both
 * halves are big-endian. In such a record the number of shingles is that of the set. A record is sent
 * between nodes and never stored.
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
        int signature = Signature.length(hashCount);
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
        Signature.shingleCount(signature.bytes, signature.offset, signature.length, hashCount);
        System.arraycopy(signature.bytes, signature.offset, records, record, signature.length);
    }

    /**
     * Checks what a shard answered.
     *
     * @param records the records
     * @param count how many there should be
     * @throws IllegalStateException if these bytes are not so many records
     */
    void check(byte[] records, int count) {
        if (records.length != (long) count * length()) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: %d records have %d bytes each, got %d in all",
                            count, length(), records.length));
        }
        for (int record = 0; record < records.length; record += length()) {
            Signature.shingleCount(records, record);
        }
    }

    /**
     * Writes the hash of the shingle set of a record, whose signature has been written, and the number of
     * its shingles: what is exact is told by the set alone.
     *
     * @throws IllegalStateException if the set cannot be one of the signature, or does not ascend
     */
    void writeSetHash(BytesRef shingleSet, byte[] records, int record) {
        int shingles = shingleSet.length / ShingleSet.BYTES_PER_SHINGLE;
        int distinct = Signature.shingleCount(records, record);
        if (shingleSet.length % ShingleSet.BYTES_PER_SHINGLE != 0
                || ShingleSet.isPossibleSize(shingles, distinct) == false) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a set of %d shingles by its signature has %d bytes",
                            distinct, shingleSet.length));
        }
        ShingleSet.requireAscending(shingleSet.bytes, shingleSet.offset, shingles);
        Signature.writeShingleCount(records, record, shingles);
        long[] hash = StringHelper.murmurhash3_x64_128(shingleSet);
        int offset = record + Signature.length(hashCount);
        LONG.set(records, offset, hash[0]);
        LONG.set(records, offset + Long.BYTES, hash[1]);
    }
}
