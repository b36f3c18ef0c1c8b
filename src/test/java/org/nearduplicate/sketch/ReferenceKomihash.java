package org.nearduplicate.sketch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Komihash 5, written for reading: a state of two words (eight while 64 bytes at a time are taken),
 * into which the message is multiplied; a bit 1 ends the message.
 */
final class ReferenceKomihash {

    /** The first bits of the fraction of π. */
    private static final long[] PI = {0x243F6A8885A308D3L, 0x13198A2E03707344L,
            0xA4093822299F31D0L, 0x082EFA98EC4E6C89L, 0x452821E638D01377L, 0xBE5466CF34E90C6CL,
            0xC0AC29B7C97C50DDL, 0x3F84D5B5B5470917L};
    private static final int LANES = 4;

    private final long[] low = new long[LANES];
    private final long[] high = new long[LANES];

    private ReferenceKomihash(long seed) {
        low[0] = PI[0] ^ seed & 0x5555555555555555L;
        high[0] = PI[LANES] ^ seed & 0xAAAAAAAAAAAAAAAAL;
        multiply(0, low[0], high[0]);
        low[0] ^= high[0];
    }

    static long hash(byte[] message, long seed) {
        ByteBuffer rest = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        return new ReferenceKomihash(seed).hash(rest);
    }

    private long hash(ByteBuffer rest) {
        boolean empty = rest.hasRemaining() == false;
        if (rest.remaining() >= 2 * LANES * Long.BYTES) {
            takeLanes(rest);
        }
        while (rest.remaining() >= 2 * Long.BYTES) {
            mix(rest.getLong() ^ low[0], rest.getLong() ^ high[0]);
        }
        long first = low[0];
        long second = high[0];
        if (rest.remaining() >= Long.BYTES) {
            first ^= rest.getLong();
            second ^= padded(rest);
        } else if (empty == false) {
            first ^= padded(rest);
        }
        mix(first, second);
        mix(low[0], high[0]);
        return low[0];
    }

    private void takeLanes(ByteBuffer rest) {
        for (int lane = 1; lane < LANES; lane++) {
            low[lane] = PI[lane] ^ low[0];
            high[lane] = PI[LANES + lane] ^ high[0];
        }
        while (rest.remaining() >= 2 * LANES * Long.BYTES) {
            int at = rest.position();
            for (int lane = 0; lane < LANES; lane++) {
                long left = rest.getLong(at + lane * Long.BYTES);
                long right = rest.getLong(at + (LANES + lane) * Long.BYTES);
                multiply(lane, left ^ low[lane], right ^ high[lane]);
            }
            rest.position(at + 2 * LANES * Long.BYTES);
            low[3] ^= high[2];
            low[0] ^= high[3];
            low[2] ^= high[1];
            low[1] ^= high[0];
        }
        low[0] ^= low[1] ^ low[2] ^ low[3];
        high[0] ^= high[1] ^ high[2] ^ high[3];
    }

    private void mix(long left, long right) {
        multiply(0, left, right);
        low[0] ^= high[0];
    }

    private void multiply(int lane, long left, long right) {
        low[lane] = left * right;
        high[lane] += Math.unsignedMultiplyHigh(left, right);
    }

    private static long padded(ByteBuffer rest) {
        long value = 0;
        int bits = 0;
        for (; rest.hasRemaining(); bits += Byte.SIZE) {
            value |= (rest.get() & 0xFFL) << bits;
        }
        return value | 1L << bits;
    }
}
