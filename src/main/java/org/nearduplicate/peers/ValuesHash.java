package org.nearduplicate.peers;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Hashes the values that a document has in some fields, as sets: documents with equal hashes have the same values. Half of a SHA-256,
 * so that nobody can find values whose hashes are equal. The values of a field are given in ascending order, and those of all
 * fields in the same order of fields. Not thread-safe; used for one document after the other.
 */
public final class ValuesHash {

    /** The bytes of a hash. */
    static final int BYTES = 16;

    /** Where a length would be of another value. */
    private static final int END_OF_FIELD = -1;

    private final MessageDigest digest = sha256();
    private ByteBuffer values = ByteBuffer.allocate(64);

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Adds a value that is a number. */
    public void add(long value) {
        ensureRoom(Integer.BYTES + Long.BYTES);
        values.putInt(Long.BYTES).putLong(value);
    }

    /** Adds a value that is bytes. */
    public void add(byte[] bytes, int offset, int length) {
        ensureRoom(Integer.BYTES + length);
        values.putInt(length).put(bytes, offset, length);
    }

    /** Ends the values of a field, which may have none. */
    public void endField() {
        ensureRoom(Integer.BYTES);
        values.putInt(END_OF_FIELD);
    }

    /** Ends the values of the document: writes their hash, and begins another one. */
    public void writeTo(byte[] peer, int at) {
        digest.update(values.flip());
        System.arraycopy(digest.digest(), 0, peer, at, BYTES);
        values.clear();
    }

    private void ensureRoom(int bytes) {
        if (values.remaining() < bytes) {
            values = ByteBuffer.allocate(2 * (values.position() + bytes)).put(values.flip());
        }
    }
}
