package org.nearduplicate.sketch;

import java.util.Arrays;

/**
 * The shingles that do not count, to be looked up of the stored sets of many documents. Immutable.
 *
 * <p>They stand in a table, each at the place that its hash says or at the next that is free, in ascending order. As the
 * shingles of a document ascend too, no place is visited twice: O(|B|) for a document of |B| shingles, however many are ignored;
 * where hashes were chosen to be near each other it is a merge, O(|I| + |B|).
 */
public final class IgnoredShingles {

    /** Every shingle counts. */
    public static final IgnoredShingles NONE = new IgnoredShingles(ShingleSet.EMPTY);

    /** Above every shingle. */
    private static final long FREE = Long.MAX_VALUE;

    /** With so many places for each, most of a document's shingles find theirs at once. More take memory from caches. */
    private static final int PLACES_PER_SHINGLE = 2;

    private final ShingleSet shingles;
    private final long places;

    /** Free after the last shingle. */
    private final long[] table;

    /** Makes the table of some shingles. O(|I|). */
    public IgnoredShingles(ShingleSet shingles) {
        this.shingles = shingles;
        this.places = (long) PLACES_PER_SHINGLE * shingles.size();
        this.table = new long[length(shingles.size())];
        Arrays.fill(table, FREE);
        int place = 0;
        for (int i = 0; i < shingles.size(); i++) {
            place = Math.max(place, place(shingles.get(i)));
            table[place++] = shingles.get(i);
        }
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
        return (long) Long.BYTES * (length(size) + size);
    }

    /** Counts the shingles of a stored set that are ignored. Allocates nothing. */
    public int countIn(byte[] stored, int offset, int size) {
        int found = 0;
        int place = 0;
        for (int i = 0; i < size && isEmpty() == false; i++) {
            long shingle = ShingleSet.read(stored, offset + i * ShingleSet.BYTES_PER_SHINGLE);
            place = next(shingle, place);
            found += table[place] == shingle ? 1 : 0;
        }
        return found;
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
