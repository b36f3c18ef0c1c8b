package org.nearduplicate.peers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/**
 * What is known of a document to say which others are its peers. Owns the layout, of a fixed length:
 *
 * <pre>
 *   16 bytes          8                       4
 *  ┌─────────────────┬───────────────────────┬──────────────┐
 *  │ {@link ValuesHash}      │ seconds since 1970,   │ nanoseconds, │
 *  │ of its values   │ long, sign bit turned │ int          │
 *  └─────────────────┴───────────────────────┴──────────────┘
 * </pre>
 *
 * <p>Big-endian, so that the order of bytes is that of times. The hash is there only if values are compared, the time only
 * if times are. Sent between nodes, never stored. Comparing allocates nothing.
 *
 * @param hasValues whether peers have the same values
 * @param interval how far apart peers are at most, or null if that does not matter
 */
public record PeerFormat(boolean hasValues, Duration interval) {

    /** All documents are peers: nothing is known of them. */
    public static final PeerFormat NONE = new PeerFormat(false, null);

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int TIME_BYTES = Long.BYTES + Integer.BYTES;
    private static final int NANOS_PER_SECOND = 1_000_000_000;

    /** Returns the bytes of every document, 0 if all are peers. */
    public int length() {
        return valuesLength() + (hasTime() ? TIME_BYTES : 0);
    }

    /** Returns whether times are compared. */
    public boolean hasTime() {
        return interval != null;
    }

    /** Writes the time of a document. */
    public void putTime(byte[] peer, int at, Instant time) {
        int timeAt = at + valuesLength();
        LONG.set(peer, timeAt, time.getEpochSecond() ^ Long.MIN_VALUE);
        INT.set(peer, timeAt + Long.BYTES, time.getNano());
    }

    /** Returns whether two documents, given by their bytes, are peers. */
    public boolean arePeers(byte[] a, int atA, byte[] b, int atB) {
        return compareValues(a, atA, b, atB) == 0
                && (hasTime() == false
                        || areNear(a, atA + valuesLength(), b, atB + valuesLength()));
    }

    /** Compares two documents by their values, in an order without a meaning; 0 if these are the same, or do not matter. */
    public int compareValues(byte[] a, int atA, byte[] b, int atB) {
        return Arrays.compareUnsigned(
                a, atA, atA + valuesLength(), b, atB, atB + valuesLength());
    }

    private int valuesLength() {
        return hasValues ? ValuesHash.BYTES : 0;
    }

    private boolean areNear(byte[] a, int atA, byte[] b, int atB) {
        long seconds = seconds(a, atA) - seconds(b, atB);
        int nanos = nanos(a, atA) - nanos(b, atB);
        if (seconds < 0 || seconds == 0 && nanos < 0) {
            seconds = -seconds;
            nanos = -nanos;
        }
        if (nanos < 0) {
            seconds--;
            nanos += NANOS_PER_SECOND;
        }
        return seconds < interval.getSeconds()
                || seconds == interval.getSeconds() && nanos <= interval.getNano();
    }

    private static long seconds(byte[] peer, int at) {
        return (long) LONG.get(peer, at) ^ Long.MIN_VALUE;
    }

    private static int nanos(byte[] peer, int at) {
        return (int) INT.get(peer, at + Long.BYTES);
    }
}
