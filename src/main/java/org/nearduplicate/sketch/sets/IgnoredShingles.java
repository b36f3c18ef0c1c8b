package org.nearduplicate.sketch.sets;

import java.util.Arrays;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.Rounding;

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
     * @param other a set, which stands at its first shingle
     * @param atLeast the similarity below which the exact value does not matter
     * @return the similarity in [0,1], 0 if nothing counts of one of them; or {@link Jaccard#REJECTED} if it is below {@code atLeast}
     */
    public double similarity(ShingleSet counted, StoredShingles other, double atLeast) {
        if (counted.isEmpty()) {
            return atLeast > 0 ? Jaccard.REJECTED : 0;
        }
        // Of x shingles that only A has, and y that only the other has: (|A| − x) / (|A| + y) is high enough.
        double mayDiffer = (1 - atLeast + Rounding.ERROR) * counted.size();
        long[] window = other.window();
        int place = 0;
        int notCounted = 0;
        int onlyMine = 0;
        int onlyTheirs = 0;
        int mine = 0;
        for (int count = other.next(); count > 0; count = other.next()) {
            for (int theirs = 0; theirs < count;) {
                long b = window[theirs];
                long difference = (mine < counted.size() ? counted.get(mine) : FREE) - b;
                // −1 or 0, without a branch by which is lower, which cannot be foreseen.
                int isLess = (int) (difference >> Long.SIZE - 1);
                int isMore = (int) (-difference >> Long.SIZE - 1);
                if ((isMore & mayHave(b)) != 0) {
                    place = next(b, place);
                    notCounted += table[place] == b ? 1 : 0;
                }
                onlyMine -= isLess;
                onlyTheirs -= isMore;
                mine += isMore + 1;
                theirs += isLess + 1;
                if (onlyMine + atLeast * (onlyTheirs - notCounted) > mayDiffer) {
                    return Jaccard.REJECTED;
                }
            }
        }
        double similarity = Jaccard.similarity(
                mine - onlyMine, counted.size(), other.size() - notCounted);
        return similarity >= atLeast ? similarity : Jaccard.REJECTED;
    }

    /** Counts the shingles of a set that are not ignored; it stands at its first one. O(|B|), allocates nothing. */
    public int countOthers(StoredShingles set) {
        return others(set, null);
    }

    /**
     * Copies the shingles of a set that are not ignored. O(|B|), and takes as little memory for a large set as for a small one.
     *
     * @param set stands at its first shingle
     * @param to gets their stored form, from an offset on; has zeros there, and room for all shingles of the set
     * @return the length of what it gets
     */
    public int copyOthers(StoredShingles set, byte[] to, int offset) {
        int left = isEmpty() ? set.size() : countOthers(set);
        set.rewind();
        if (left == set.size()) {
            set.copy(to, offset);
        } else {
            others(set, new StoredShingles.Writer(to, offset, left));
        }
        return StoredShingles.length(left);
    }

    /** Counts the shingles that are not ignored, and gives them to a writer unless it is null. */
    private int others(StoredShingles set, StoredShingles.Writer to) {
        long[] window = set.window();
        int left = 0;
        int place = 0;
        for (int count = set.next(); count > 0; count = set.next()) {
            for (int i = 0; i < count; i++) {
                place = next(window[i], place);
                if (table[place] != window[i]) {
                    left++;
                    if (to != null) {
                        to.add(window[i]);
                    }
                }
            }
        }
        return left;
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
