package org.nearduplicate.sketch.sets;

import java.util.Arrays;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.ShingleHashes;

/**
 * A shingle set that can be stored and compared exactly: the distinct values of the upper {@value #BITS} bits of the shingle
 * hashes, ascending as unsigned numbers. Immutable. Its stored form is that of {@link StoredShingles}.
 *
 * <p>The bits that are cut off are not missed: two sets of n and m shingles that differ share an expected
 * n·m/2³⁴, which moves their Jaccard similarity by about n/2³⁴: 10⁻⁸ for a news text, 6·10⁻⁵ for a text of 10 MB.
 */
public final class ShingleSet {

    /** The set of no shingle. No document has it. */
    public static final ShingleSet EMPTY = new ShingleSet(new long[0]);

    /** The bits of a hash that are kept, its upper ones. */
    static final int BITS = 34;

    /** The low bits of a hash that are not kept. */
    static final int DROPPED_BITS = Long.SIZE - BITS;

    /** The highest shingle that there can be. */
    static final long MOST = (1L << BITS) - 1;

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

    /**
     * Reads a set of at least one shingle from its stored form. O(n).
     *
     * @throws IllegalStateException if it is not one
     */
    public static ShingleSet read(byte[] stored) {
        StoredShingles.requireSize(stored, 0, stored.length);
        return read(new StoredShingles().open(stored, 0));
    }

    /**
     * Reads a set. O(n).
     *
     * @param stored is read to its end
     * @throws IllegalStateException if its shingles do not ascend, or are not as many as it says
     */
    public static ShingleSet read(StoredShingles stored) {
        stored.requireAscending();
        long[] shingles = new long[stored.size()];
        int size = 0;
        for (int count = stored.next(); count > 0; count = stored.next()) {
            System.arraycopy(stored.window(), 0, shingles, size, count);
            size += count;
        }
        return new ShingleSet(shingles);
    }

    /** Returns the number of distinct shingles. */
    public int size() {
        return shingles.length;
    }

    /** Returns the bits that are kept of one of the hashes; they ascend with the index, from 0. */
    public long get(int index) {
        return shingles[index];
    }

    /** Returns whether a shingle is one of the set. O(log n). */
    public boolean contains(long hash) {
        return has(hash >>> DROPPED_BITS);
    }

    /** Returns whether a shingle of another set is one of this set. O(log n). */
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
        byte[] bytes = new byte[StoredShingles.length(shingles.length)];
        StoredShingles.Writer writer = new StoredShingles.Writer(bytes, 0, shingles.length);
        for (long shingle : shingles) {
            writer.add(shingle);
        }
        return bytes;
    }

    /**
     * Computes the share of the shingles in common with a stored set, and gives up when it cannot be high enough, by
     * the sizes or by what differs so far. Merges the two sorted sets in O(|A| + |B|) and allocates nothing.
     *
     * @param of what it is a share of; this set is that of the text of the query, the other that of a document
     * @param other a set of at least one shingle, which stands at its first one; it is decoded as far as it is needed
     * @param atLeast the share below which the exact value does not matter
     * @return the share in [0,1], 0 if this set is empty; or {@link Jaccard#REJECTED} if it is below {@code atLeast}
     */
    public double share(ShareOf of, StoredShingles other, double atLeast) {
        int size = other.size();
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
        long[] window = other.window();
        int onlyMine = 0;
        int onlyTheirs = 0;
        int mine = 0;
        int count;
        while (mine < shingles.length && (count = other.next()) > 0) {
            int theirs = 0;
            while (mine < shingles.length && theirs < count) {
                long difference = shingles[mine] - window[theirs];
                // −1 or 0, without a branch by which is lower, which cannot be foreseen.
                int isLess = (int) (difference >> Long.SIZE - 1);
                int isMore = (int) (-difference >> Long.SIZE - 1);
                onlyMine -= isLess;
                onlyTheirs -= isMore;
                mine += isMore + 1;
                theirs += isLess + 1;
                if (ofMine * onlyMine + ofTheirs * onlyTheirs > mayDiffer) {
                    return Jaccard.REJECTED;
                }
            }
        }
        int common = mine - onlyMine;
        double share = of.share(common, shingles.length, size);
        return share >= atLeast ? share : Jaccard.REJECTED;
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
