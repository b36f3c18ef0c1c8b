package org.nearduplicate.sketch;

import java.util.Arrays;

/**
 * The shingles that do not count, to be looked up of the stored sets of many documents. Immutable.
 *
 * <p>Most of a document's shingles are known to count by a bit. The ignored ones stand in a table, each at the place that its
 * hash says or at the next that is free, in ascending order. As the shingles of a document ascend too, no place is visited
 * twice: O(|B|) for a document of |B| shingles, however many are ignored; where hashes were chosen to be near each other it is
 * a merge, O(|I| + |B|).
 */
public final class IgnoredShingles {

    /** Every shingle counts. */
    public static final IgnoredShingles NONE = new IgnoredShingles(ShingleSet.EMPTY);

    /** Above every shingle. */
    private static final long FREE = Long.MAX_VALUE;

    /** With so many places for each, most of a document's shingles find theirs at once. More take memory from caches. */
    private static final int PLACES_PER_SHINGLE = 2;

    /** Then one in 8 to 16 of the shingles that count has its bit set. */
    private static final int BITS_PER_SHINGLE = 16;

    private final ShingleSet shingles;

    /** As many words as a power of two; the lowest bits of a shingle say which bit is its own. */
    private final long[] bits;

    private final long places;

    /** Free after the last shingle. */
    private final long[] table;

    /** Makes the table of some shingles. O(|I|). */
    public IgnoredShingles(ShingleSet shingles) {
        this.shingles = shingles;
        this.bits = new long[words(shingles.size())];
        this.places = (long) PLACES_PER_SHINGLE * shingles.size();
        this.table = new long[length(shingles.size())];
        Arrays.fill(table, FREE);
        int place = 0;
        for (int i = 0; i < shingles.size(); i++) {
            long shingle = shingles.get(i);
            bits[word(shingle)] |= 1L << shingle;
            place = Math.max(place, place(shingle));
            table[place++] = shingle;
        }
    }

    private static int words(int size) {
        return Math.max(1, Integer.highestOneBit(size) / (Long.SIZE / BITS_PER_SHINGLE));
    }

    private int word(long shingle) {
        return (int) (shingle / Long.SIZE) & bits.length - 1;
    }

    /** Returns 0 if a shingle counts, and 1 if it does not, or may not. */
    private long mayHave(long shingle) {
        return bits[word(shingle)] >>> shingle & 1;
    }

    /** If all stand one after the other from the last place on, one is free after them. */
    private static int length(long size) {
        return Math.toIntExact((PLACES_PER_SHINGLE + 1) * size + 1);
    }

    /** Returns the shingles. */
    public ShingleSet shingles() {
        return shingles;
    }

    /** Returns how many they are. */
    public int size() {
        return shingles.size();
    }

    /** Returns whether every shingle counts. */
    public boolean isEmpty() {
        return shingles.isEmpty();
    }

    /** Returns about the bytes that so many shingles take on the heap, with their table. */
    public static long ramBytesUsed(int size) {
        return (long) Long.BYTES * (length(size) + words(size) + size);
    }

    /**
     * Computes the Jaccard similarity of what counts of a text and of a stored set, and gives up when it cannot be high
     * enough. One merge of the two, in which what only the stored set has is looked up here. It is not that of {@link
     * ShingleSet#share}: a merge that may look something up takes a quarter longer where it never does. O(|A| + |B|), allocates
     * nothing.
     *
     * @param counted what counts of the text, A: none of it is ignored
     * @param other holds the stored form of a set
     * @param size how many shingles that has
     * @param atLeast the similarity below which the exact value does not matter
     * @return the similarity in [0,1], 0 if nothing counts of one of them; or {@link Jaccard#REJECTED} if it is below {@code atLeast}
     */
    public double similarity(
            ShingleSet counted, byte[] other, int offset, int size, double atLeast) {
        // Of x shingles that only A has, and y that only the other has: (|A| − x) / (|A| + y) is high enough.
        double mayDiffer = (1 - atLeast + Rounding.ERROR) * counted.size();
        int place = 0;
        int notCounted = 0;
        int common = 0;
        int mine = 0;
        int theirs = 0;
        while (theirs < size && counted.isEmpty() == false) {
            long a = mine < counted.size() ? counted.get(mine) : FREE;
            long b = ShingleSet.read(other, offset + theirs * ShingleSet.BYTES_PER_SHINGLE);
            common += a == b ? 1 : 0;
            // No branch by which is lower, which cannot be foreseen.
            if (((b - a) >>> Long.SIZE - 1 & mayHave(b)) != 0) {
                place = next(b, place);
                notCounted += table[place] == b ? 1 : 0;
            }
            mine += a <= b ? 1 : 0;
            theirs += b <= a ? 1 : 0;
            if (mine - common + atLeast * (theirs - common - notCounted) > mayDiffer) {
                return Jaccard.REJECTED;
            }
        }
        double similarity = Jaccard.similarity(common, counted.size(), size - notCounted);
        return similarity >= atLeast ? similarity : Jaccard.REJECTED;
    }

    /**
     * Copies the shingles of a stored set that are not ignored. Allocates nothing.
     *
     * @param to gets them in their stored form, from an offset on; has room for all
     * @return how many they are
     */
    public int copyOthers(byte[] stored, int offset, int size, byte[] to, int toOffset) {
        if (isEmpty()) {
            System.arraycopy(stored, offset, to, toOffset, size * ShingleSet.BYTES_PER_SHINGLE);
            return size;
        }
        int copied = 0;
        int place = 0;
        for (int i = 0; i < size; i++) {
            long shingle = ShingleSet.read(stored, offset + i * ShingleSet.BYTES_PER_SHINGLE);
            place = next(shingle, place);
            ShingleSet.write(to, toOffset + copied * ShingleSet.BYTES_PER_SHINGLE, shingle);
            copied += table[place] == shingle ? 0 : 1;
        }
        return copied;
    }

    /** Returns the place, from one on, of the first that is not below a shingle, or of one that is free. */
    private int next(long shingle, int from) {
        int place = Math.max(from, place(shingle));
        while (table[place] < shingle) {
            place++;
        }
        return place;
    }

    /** Returns the place in proportion to a shingle. */
    private int place(long shingle) {
        return (int) Math.unsignedMultiplyHigh(shingle << ShingleSet.DROPPED_BITS, places);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IgnoredShingles that && shingles.equals(that.shingles);
    }

    @Override
    public int hashCode() {
        return shingles.hashCode();
    }

    @Override
    public String toString() {
        return size() + " ignored";
    }
}
