package org.nearduplicate.sketch;

import java.util.Arrays;
import java.util.Locale;

/**
 * A shingle set that can be stored and compared exactly: the upper 48 bits of each distinct shingle
 * hash, ascending. Immutable. Owns its layout, {@value #BYTES_PER_SHINGLE} bytes a shingle:
 *
 * <pre>
 *   byte 0    1     2     3     4     5     6                 11          6n−1
 *  ┌─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─ … ─┬─────┬─ … ─┬─────┐
 *  │ bits 63–16 of the lowest hash,    │ of the next one       │     │     │
 *  │ big-endian                        │                       │     │     │
 *  └─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────┴─ … ─┴─────┴─ … ─┴─────┘
 * </pre>
 *
 * <p>n is the number of the distinct values, at least 1. They ascend as unsigned numbers, so the order of
 * shingles is that of their bytes.
 *
 * <p>Cutting the hash to 48 bits saves a quarter of the bytes. Two sets of n shingles then share an
 * expected n²/2⁴⁸ of them by accident, which moves their Jaccard similarity by about n/2⁴⁸: 10⁻¹² for a
 * news text, 10⁻⁸ for a text of 10 MB.
 */
public final class ShingleSet {

    /** The bytes that one shingle takes. */
    public static final int BYTES_PER_SHINGLE = 6;

    /** The set of no shingle. No document has it. */
    public static final ShingleSet EMPTY = new ShingleSet(new long[0]);

    private static final int BITS_PER_SHINGLE = BYTES_PER_SHINGLE * Byte.SIZE;

    /** The low bits of a hash that are not kept. */
    static final int DROPPED_BITS = Long.SIZE - BITS_PER_SHINGLE;

    private final long[] shingles;

    private ShingleSet(long[] shingles) {
        this.shingles = shingles;
    }

    /**
     * Makes the set of the shingles of one document. O(n log n).
     *
     * @param hashes the shingle hashes of the document, in any order; not kept, but they lose their order
     *     and repetitions
     */
    public static ShingleSet of(ShingleHashes hashes) {
        hashes.makeDistinct();
        hashes.reserveCopies(1);
        try {
            return new ShingleSet(cut(hashes));
        } finally {
            hashes.reserveCopies(-1);
        }
    }

    /** Returns the distinct values of ascending hashes, which ascend too. Allocates nothing else. */
    private static long[] cut(ShingleHashes ascending) {
        int distinct = 0;
        for (int i = 0; i < ascending.size(); i++) {
            distinct += i == 0 || cut(ascending, i) != cut(ascending, i - 1) ? 1 : 0;
        }
        long[] shingles = new long[distinct];
        int size = 0;
        for (int i = 0; i < ascending.size(); i++) {
            long shingle = cut(ascending, i);
            if (size == 0 || shingle != shingles[size - 1]) {
                shingles[size++] = shingle;
            }
        }
        return shingles;
    }

    private static long cut(ShingleHashes hashes, int i) {
        return hashes.get(i) >>> DROPPED_BITS;
    }

    /** Reads a set of so many shingles from its stored form. */
    public static ShingleSet read(byte[] bytes, int offset, int size) {
        long[] shingles = new long[size];
        for (int i = 0; i < size; i++) {
            shingles[i] = read(bytes, offset + i * BYTES_PER_SHINGLE);
        }
        return new ShingleSet(shingles);
    }

    /**
     * Returns the number of shingles of a stored value, and checks that it can be a set.
     *
     * @return the number, at least 1
     * @throws IllegalStateException if no set has that length
     */
    public static int size(int length) {
        if (length == 0 || length % BYTES_PER_SHINGLE != 0) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a shingle set has %d bytes a shingle and at least one, got %d bytes",
                            BYTES_PER_SHINGLE, length));
        }
        return length / BYTES_PER_SHINGLE;
    }

    /**
     * Returns whether a document can have a set of a size. Cut hashes may coincide that were different:
     * an expected n²/2⁴⁹ of n, so a few do among many documents, and in one that is huge.
     *
     * @param size the number of shingles of the set
     * @param distinctHashes the number of distinct hashes of 64 bits that the document has
     * @return whether those that the set has not may have coincided with others
     */
    public static boolean isPossibleSize(int size, int distinctHashes) {
        double square = (double) distinctHashes * distinctHashes;
        long coincided = 1 + (long) (square / (1L << BITS_PER_SHINGLE - 3));
        return size >= 1 && size <= distinctHashes && size >= distinctHashes - coincided;
    }

    /**
     * Checks that the shingles of a stored set ascend, as those of every set do. O(size).
     *
     * @throws IllegalStateException if they do not
     */
    public static void requireAscending(byte[] bytes, int offset, int size) {
        long before = -1;
        for (int i = 0; i < size; i++) {
            long shingle = read(bytes, offset + i * BYTES_PER_SHINGLE);
            if (shingle <= before) {
                throw new IllegalStateException(
                        String.format(Locale.ROOT,
                                "possible corruption: the shingles of a set ascend, got %012x after %012x",
                                shingle, before));
            }
            before = shingle;
        }
    }

    /** Returns the number of distinct shingles. */
    public int size() {
        return shingles.length;
    }

    /** Returns the 48 bits that are kept of one of the hashes; they ascend with the index, from 0. */
    public long get(int index) {
        return shingles[index];
    }

    /** Returns whether a shingle is one of the set. O(log n). */
    public boolean contains(long hash) {
        return has(hash >>> DROPPED_BITS);
    }

    /** Returns whether a shingle of another set, 48 bits of its hash, is one of this set. O(log n). */
    public boolean has(long shingle) {
        return Arrays.binarySearch(shingles, shingle) >= 0;
    }

    /** Returns whether there is no shingle. */
    public boolean isEmpty() {
        return shingles.length == 0;
    }

    /** Returns the shingles of this set that are not in another. O(n log m). */
    public ShingleSet without(ShingleSet other) {
        if (other.isEmpty()) {
            return this;
        }
        long[] left = new long[shingles.length];
        int size = 0;
        for (long shingle : shingles) {
            if (other.has(shingle) == false) {
                left[size++] = shingle;
            }
        }
        return new ShingleSet(Arrays.copyOf(left, size));
    }

    /** Counts the shingles that two sets have in common. O(|A| + |B|). */
    public int inCommonWith(ShingleSet other) {
        int common = 0;
        int theirs = 0;
        for (long shingle : shingles) {
            while (theirs < other.shingles.length && other.shingles[theirs] < shingle) {
                theirs++;
            }
            if (theirs < other.shingles.length && other.shingles[theirs] == shingle) {
                common++;
            }
        }
        return common;
    }

    /** Returns the stored form of this set. */
    public byte[] toBytes() {
        byte[] bytes = new byte[shingles.length * BYTES_PER_SHINGLE];
        for (int i = 0; i < shingles.length; i++) {
            write(bytes, i * BYTES_PER_SHINGLE, shingles[i]);
        }
        return bytes;
    }

    /**
     * Computes the share of the shingles in common with a stored set, and gives up when it cannot be high enough, by
     * the sizes or by what differs so far. Merges the two sorted sets in O(|A| + |B|) and allocates nothing.
     *
     * @param of what it is a share of; this set is that of the text of the query, the other that of a document
     * @param other holds the stored form of a set
     * @param size how many shingles that has, at least 1
     * @param atLeast the share below which the exact value does not matter
     * @return the share in [0,1], 0 if this set is empty; or {@link Jaccard#REJECTED} if it is below {@code atLeast}
     */
    public double share(ShareOf of, byte[] other, int offset, int size, double atLeast) {
        if (isEmpty()) {
            return atLeast > 0 ? Jaccard.REJECTED : 0;
        }
        if (of.upperBound(shingles.length, size) < atLeast) {
            return Jaccard.REJECTED;
        }
        int needed = of.commonNeeded(atLeast, shingles.length, size);
        int mayDiffer = of.differing(shingles.length - needed, size - needed);
        int ofMine = of.differing(1, 0);
        int ofTheirs = of.differing(0, 1);
        int common = 0;
        int mine = 0;
        int theirs = 0;
        while (mine < shingles.length && theirs < size) {
            long a = shingles[mine];
            long b = read(other, offset + theirs * BYTES_PER_SHINGLE);
            if (a == b) {
                common++;
            }
            mine += a <= b ? 1 : 0;
            theirs += b <= a ? 1 : 0;
            if (ofMine * (mine - common) + ofTheirs * (theirs - common) > mayDiffer) {
                return Jaccard.REJECTED;
            }
        }
        double share = of.share(common, shingles.length, size);
        return share >= atLeast ? share : Jaccard.REJECTED;
    }

    /** Writes a shingle in its stored form. */
    static void write(byte[] bytes, int offset, long shingle) {
        Bytes.BIG_INT.set(bytes, offset, (int) (shingle >>> Short.SIZE));
        Bytes.BIG_SHORT.set(bytes, offset + Integer.BYTES, (short) shingle);
    }

    /** Reads a shingle in its stored form. */
    static long read(byte[] bytes, int offset) {
        return (((int) Bytes.BIG_INT.get(bytes, offset)) & 0xFFFFFFFFL) << Short.SIZE
                | ((short) Bytes.BIG_SHORT.get(bytes, offset + Integer.BYTES)) & 0xFFFFL;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ShingleSet that && Arrays.equals(shingles, that.shingles);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(shingles);
    }

    @Override
    public String toString() {
        return "set of " + shingles.length + " shingles";
    }
}
