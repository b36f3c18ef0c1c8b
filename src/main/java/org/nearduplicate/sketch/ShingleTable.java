package org.nearduplicate.sketch;

import java.util.Arrays;
import java.util.Objects;

/**
 * The shingles of one text, to be compared with the stored sets of many documents. Immutable.
 *
 * <p>They stand in a table, each at the place that its hash says or at the next that is free, in ascending order. As the
 * shingles of a document ascend too, no place is visited twice: O(|B|) for a document of |B| shingles, however many the text
 * has and however many are ignored; where hashes were chosen to be near each other it is a merge, O(|A| + |I| + |B|).
 */
public final class ShingleTable {

    /** Above every shingle. */
    private static final long FREE = Long.MAX_VALUE;

    /** With so many places for each most shingles stand where their hashes say. */
    private static final int PLACES_PER_SHINGLE = 2;

    private final ShingleSet counted;
    private final ShingleSet ignored;
    private final long places;

    /** Shingles, twice as large, and one more if it is ignored; free after the last. */
    private final long[] table;

    /** Makes a table of a text of which all shingles count. */
    public ShingleTable(ShingleSet shingles) {
        this(shingles, ShingleSet.EMPTY);
    }

    /**
     * Makes a table. O(|A| + |I|).
     *
     * @param counted the shingles of the text that count, A
     * @param ignored those that do not count, be they of the text or not, I; none is in A
     */
    public ShingleTable(ShingleSet counted, ShingleSet ignored) {
        this.counted = counted;
        this.ignored = ignored;
        int size = Math.addExact(counted.size(), ignored.size());
        this.places = (long) PLACES_PER_SHINGLE * size;
        this.table = new long[length(size)];
        Arrays.fill(table, FREE);
        int place = 0;
        int i = 0;
        int j = 0;
        while (i + j < size) {
            boolean counts = j == ignored.size()
                    || i < counted.size() && counted.get(i) < ignored.get(j);
            long shingle = counts ? counted.get(i++) : ignored.get(j++);
            place = Math.max(place, place(shingle));
            table[place++] = 2 * shingle + (counts ? 0 : 1);
        }
    }

    /** If all stand one after the other from the last place on, one is free after them. */
    private static int length(long size) {
        return Math.toIntExact((PLACES_PER_SHINGLE + 1) * size + 1);
    }

    /** Returns the bytes that the table of a text of so many shingles takes, with their set. */
    public static long ramBytesUsed(int size) {
        return (long) Long.BYTES * (length(size) + size);
    }

    /** Returns the shingles that count. */
    public ShingleSet counted() {
        return counted;
    }

    /** Returns the shingles that do not count. */
    public ShingleSet ignored() {
        return ignored;
    }

    /**
     * Computes the share of the counted shingles in common with a stored set, and gives up when it cannot be high enough, by
     * the sizes or by what differs so far. Allocates nothing.
     *
     * @param of what it is a share of; this is the text of the query, the other a document
     * @param other holds the stored form of a set
     * @param atLeast the share below which the exact value does not matter
     * @return the share in [0,1], 0 if nothing counts of one of them; or {@link Jaccard#REJECTED} if it is below {@code atLeast}
     */
    public double share(ShareOf of, byte[] other, int offset, int size, double atLeast) {
        int fewest = Math.max(0, size - ignored.size());
        int likest = Math.clamp(counted.size(), fewest, size);
        if (likest == 0 || counted.isEmpty() || of.upperBound(counted.size(), likest) < atLeast) {
            return atLeast > 0 ? Jaccard.REJECTED : 0;
        }
        // What is ignored of the document only makes more of the others necessary.
        int mayMiss = size - of.commonNeeded(atLeast, counted.size(), size);
        int common = 0;
        int missed = 0;
        int place = 0;
        for (int i = 0; i < size; i++) {
            long sought = 2 * ShingleSet.read(other, offset + i * ShingleSet.BYTES_PER_SHINGLE);
            place = next(sought, place);
            long found = table[place] - sought;
            if (found == 0) {
                common++;
            } else if (found != 1 && ++missed > mayMiss) {
                return Jaccard.REJECTED;
            }
        }
        double share = of.share(common, counted.size(), common + missed);
        return share >= atLeast ? share : Jaccard.REJECTED;
    }

    /**
     * Copies the shingles of a stored set that are not ignored. Allocates nothing.
     *
     * @param to gets them in their stored form, from an offset on; has room for all
     * @return how many they are
     */
    public int copyCounting(byte[] stored, int offset, int size, byte[] to, int toOffset) {
        if (ignored.isEmpty()) {
            System.arraycopy(stored, offset, to, toOffset, size * ShingleSet.BYTES_PER_SHINGLE);
            return size;
        }
        int copied = 0;
        int place = 0;
        for (int i = 0; i < size; i++) {
            long shingle = ShingleSet.read(stored, offset + i * ShingleSet.BYTES_PER_SHINGLE);
            place = next(2 * shingle, place);
            ShingleSet.write(to, toOffset + copied * ShingleSet.BYTES_PER_SHINGLE, shingle);
            copied += table[place] == 2 * shingle + 1 ? 0 : 1;
        }
        return copied;
    }

    /** Returns the place, from one on, of what is not below an entry. */
    private int next(long entry, int from) {
        int place = Math.max(from, place(entry >>> 1));
        while (table[place] < entry) {
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
        return other instanceof ShingleTable that
                && counted.equals(that.counted) && ignored.equals(that.ignored);
    }

    @Override
    public int hashCode() {
        return Objects.hash(counted, ignored);
    }

    @Override
    public String toString() {
        return counted + (ignored.isEmpty() ? "" : ", " + ignored.size() + " ignored");
    }
}
