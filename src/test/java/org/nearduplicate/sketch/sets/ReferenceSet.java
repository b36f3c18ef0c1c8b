package org.nearduplicate.sketch.sets;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The stored form of shingle sets by its definition: both parts are one large number each, in whose bits everything has its place. */
public final class ReferenceSet {

    /** How many shingles there can be. */
    public static final long SHINGLES = 1L << 34;

    private ReferenceSet() {}

    /** Returns the stored form of ascending shingles. */
    public static byte[] stored(long... shingles) {
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        int left = shingles.length;
        for (; left >= 128; left /= 128) {
            stored.write(128 + left % 128);
        }
        stored.write(left);
        if (shingles.length > 0) {
            int lowBits = lowBits(shingles.length);
            BigInteger lows = BigInteger.ZERO;
            BigInteger highs = BigInteger.ZERO;
            for (int i = 0; i < shingles.length; i++) {
                BigInteger[] parts =
                        BigInteger.valueOf(shingles[i]).divideAndRemainder(power(lowBits));
                lows = lows.add(parts[1].shiftLeft(i * lowBits));
                highs = highs.setBit(i + parts[0].intValueExact());
            }
            stored.writeBytes(littleEndian(lows, (long) shingles.length * lowBits));
            stored.writeBytes(littleEndian(highs, highBits(shingles.length)));
        }
        return stored.toByteArray();
    }

    /** Returns the shingles that are read from a stored form, whatever its bits are, if it has the length that it says. */
    public static List<Long> shingles(byte[] stored) {
        int at = 0;
        int size = 0;
        do {
            size += (stored[at] & 127) << 7 * at;
        } while (stored[at++] < 0);
        List<Long> shingles = new ArrayList<>();
        if (size > 0) {
            int lowBits = lowBits(size);
            BigInteger lows = number(stored, at, (long) size * lowBits);
            BigInteger highs =
                    number(stored, at + bytes((long) size * lowBits), highBits(size));
            for (int bit = 0; shingles.size() < size && bit < highs.bitLength(); bit++) {
                if (highs.testBit(bit)) {
                    int i = shingles.size();
                    BigInteger low = lows.shiftRight(i * lowBits).mod(power(lowBits));
                    shingles.add(
                            BigInteger.valueOf(bit - i)
                                    .shiftLeft(lowBits)
                                    .add(low)
                                    .longValueExact());
                }
            }
        }
        return shingles;
    }

    /** Returns whether a stored form of the right length is that of a set: all of its shingles are there, in order and in their range. */
    public static boolean isSet(byte[] stored) {
        List<Long> shingles = shingles(stored);
        if (shingles.isEmpty() || stored.length != length(shingles.size())) {
            return false;
        }
        int highBytes = bytes(highBits(shingles.size()));
        BigInteger highs = number(stored, stored.length - highBytes, 8L * highBytes);
        return highs.bitCount() == shingles.size()
                && shingles.getLast() < SHINGLES
                && IntStream.range(1, shingles.size())
                        .allMatch(i -> shingles.get(i - 1) < shingles.get(i));
    }

    /** Returns the length of the stored form of so many shingles. */
    public static int length(int size) {
        int digits = 1;
        for (int left = size / 128; left > 0; left /= 128) {
            digits++;
        }
        return size == 0
                ? digits
                : digits + bytes((long) size * lowBits(size)) + bytes(highBits(size));
    }

    /** Returns the largest ℓ with n·2ˡ ≤ 2³⁴. */
    private static int lowBits(int size) {
        int bits = 0;
        while (size * (1L << bits + 1) <= SHINGLES) {
            bits++;
        }
        return bits;
    }

    private static long highBits(int size) {
        return size + SHINGLES / power(lowBits(size)).longValueExact();
    }

    private static BigInteger power(int bits) {
        return BigInteger.TWO.pow(bits);
    }

    private static int bytes(long bits) {
        return Math.toIntExact((bits + 7) / 8);
    }

    private static byte[] littleEndian(BigInteger number, long bits) {
        byte[] bytes = new byte[bytes(bits)];
        byte[] big = number.toByteArray();
        for (int i = 0; i < Math.min(big.length, bytes.length); i++) {
            bytes[i] = big[big.length - 1 - i];
        }
        return bytes;
    }

    private static BigInteger number(byte[] stored, int from, long bits) {
        byte[] big = new byte[bytes(bits)];
        for (int i = 0; i < big.length; i++) {
            big[big.length - 1 - i] = stored[from + i];
        }
        return new BigInteger(1, big);
    }
}
